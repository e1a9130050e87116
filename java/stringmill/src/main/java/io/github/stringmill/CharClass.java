package io.github.stringmill;

import java.util.Locale;
import java.util.Objects;

/** A class of bytes that a reader runs over, for {@link Stringmill#scan(CharClass, byte[], int, int)}. */
public final class CharClass {
    /** White space of JSON: space, tab, line feed, carriage return (RFC 8259, section 2). */
    public static final CharClass WHITE_SPACE_JSON = of(" \t\n\r", false);
    /** White space of Ion: that of JSON, vertical tab and form feed. */
    public static final CharClass WHITE_SPACE_ION = of(" \t\n\r\u000B\f", false);
    /** The digits 0 to 9. */
    public static final CharClass DIGITS = of("0123456789", false);
    /** Hexadecimal digits of either case. */
    public static final CharClass HEX = of("0123456789ABCDEFabcdef", false);
    /** Letters and digits of ASCII, underscore and dollar sign. */
    public static final CharClass IDENTIFIER = of(identifiers(), false);
    /** Bytes of a JSON string that need no escape: all but the quote, the backslash and controls below U+0020. */
    public static final CharClass STRING = of(plain(), true);
    /** The ASCII bytes of {@link #STRING}, which need neither unescaping nor validation. */
    public static final CharClass STRING_ASCII = of(plain(), false);

    /** For each byte whether it belongs to the class. */
    final boolean[] members;

    private CharClass(boolean[] members) {
        this.members = members;
    }

    private static String identifiers() {
        String letters = "abcdefghijklmnopqrstuvwxyz";
        return letters + letters.toUpperCase(Locale.ROOT) + "0123456789_$";
    }

    private static String plain() {
        StringBuilder text = new StringBuilder();
        for (char letter = 0x20; letter < 0x80; letter++) {
            if (letter != '"' && letter != '\\') {
                text.append(letter);
            }
        }
        return text.toString();
    }

    /**
     * Makes a class.
     *
     * @param ascii the ASCII characters of the class
     * @param nonAscii whether the class has all bytes above 0x7F
     * @return the class
     * @throws IndexOutOfBoundsException if a character is not ASCII
     */
    public static CharClass of(String ascii, boolean nonAscii) {
        boolean[] members = new boolean[256];
        for (int i = 0; i < ascii.length(); i++) {
            members[Objects.checkIndex(ascii.charAt(i), 128)] = true;
        }
        for (int letter = 128; letter < 256; letter++) {
            members[letter] = nonAscii;
        }
        return new CharClass(members);
    }

    /**
     * Returns the class of a name.
     *
     * @param id a name such as {@code white-space-json}, shared by all languages
     * @return one of the constants
     * @throws StringmillException {@link ErrorCode#CHOICE_UNKNOWN} if no class has this name
     */
    public static CharClass of(String id) {
        return switch (id) {
            case "white-space-json" -> WHITE_SPACE_JSON;
            case "white-space-ion" -> WHITE_SPACE_ION;
            case "identifier" -> IDENTIFIER;
            case "digits" -> DIGITS;
            case "hex" -> HEX;
            case "string" -> STRING;
            case "string-ascii" -> STRING_ASCII;
            default -> throw new StringmillException(ErrorCode.CHOICE_UNKNOWN, 0);
        };
    }

    /**
     * Returns whether a byte belongs to the class.
     *
     * @param letter the byte
     * @return true if it belongs to the class
     */
    public boolean has(byte letter) {
        return members[letter & 0xFF];
    }
}
