package io.github.stringmill.internal;

/**
 * What base64 may look like. Standard: RFC 4648.
 *
 * @param url            whether the last two symbols are {@code -} and {@code _}
 * @param mayPad         whether padding may stand
 * @param mustPad        whether it must
 * @param dropsTrailing  whether bits after the last byte are dropped rather than refused
 * @param whiteSpace     the white space that may stand anywhere
 */
public record Base64Rules(boolean url, boolean mayPad, boolean mustPad, boolean dropsTrailing, String whiteSpace) {
    /** Whether this is white space that may stand. */
    boolean allows(byte letter) {
        return whiteSpace.indexOf(letter) >= 0;
    }

    /** Whether this is white space under any rules. */
    static boolean isWhiteSpace(byte letter) {
        return letter == ' ' || letter >= 0x09 && letter <= 0x0D;
    }
}
