package io.github.stringmill.internal;

/** One unit of UTF-16: a scalar value or a lone surrogate. Standard: Unicode, definition D91. */
final class Utf16Unit {
    private Utf16Unit() {}

    /** Returns the scalar value at {@code src[at]}, where {@code at < to}, or the lone surrogate. */
    static int at(char[] src, int at, int to) {
        return Character.codePointAt(src, at, to);
    }

    /** Returns whether a unit is a lone surrogate. */
    static boolean isLone(int code) {
        return code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE;
    }

    /** Returns whether the source ends with a high surrogate, which the next units could complete to a pair. */
    static boolean isCut(char[] src, int at, int to) {
        return to - at == 1 && Character.isHighSurrogate(src[at]);
    }
}
