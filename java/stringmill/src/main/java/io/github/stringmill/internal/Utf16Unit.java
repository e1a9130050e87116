package io.github.stringmill.internal;

/** What stands at a place of UTF-16. Standard: Unicode, definition D91. */
final class Utf16Unit {
    private Utf16Unit() {}

    /** The scalar value at {@code src[at]}, where {@code at < to}, or the surrogate that is half of no pair. */
    static int at(char[] src, int at, int to) {
        return Character.codePointAt(src, at, to);
    }

    /** Whether this is no scalar value. */
    static boolean isLone(int code) {
        return code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE;
    }

    /** Whether a high surrogate stands at the end, so that more of the source could make it half of a pair. */
    static boolean isCut(char[] src, int at, int to) {
        return to - at == 1 && Character.isHighSurrogate(src[at]);
    }
}
