package io.github.stringmill.internal;

/**
 * Rules: the accepted forms of base64. Standard: RFC 4648.
 *
 * @param url whether the last two symbols are {@code -} and {@code _}
 * @param mayPad whether padding is allowed
 * @param mustPad whether padding is required
 * @param dropsTrailing whether bits after the last byte are dropped rather than refused
 * @param whiteSpace the white space that is allowed anywhere
 */
public record Base64Rules(boolean url, boolean mayPad, boolean mustPad, boolean dropsTrailing, String whiteSpace) {
    /** Returns whether a byte is allowed white space. */
    boolean allows(byte letter) {
        return whiteSpace.indexOf(letter) >= 0;
    }

    /** Returns whether a byte is white space under any rules. */
    static boolean isWhiteSpace(byte letter) {
        return letter == ' ' || letter >= 0x09 && letter <= 0x0D;
    }
}
