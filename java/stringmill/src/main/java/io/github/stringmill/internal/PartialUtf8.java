package io.github.stringmill.internal;

import io.github.stringmill.ErrorCode;

/** Decodes bytes of a stream. Standard: Unicode, table 3-7, with the kind of each error. */
final class PartialUtf8 {
    /** The units and the bytes of the well-formed text at the beginning. */
    int units;
    int bytes;
    /** The error after that text. Without one, the rest is the beginning of a character. */
    ErrorCode error;

    /** The length of a character whose other bytes have not arrived. */
    private static final int INCOMPLETE = 0;

    /** Decodes {@code src[from, to)} to the beginning of {@code dst}, which has room for a unit for each byte. */
    void decode(byte[] src, int from, int to, char[] dst) {
        int at = from;
        int len = 0;
        error = null;
        while (at < to) {
            int lead = src[at];
            if (lead >= 0) {
                dst[len++] = (char) lead;
                at++;
                continue;
            }
            int length = character(src, at, to);
            if (length == INCOMPLETE) {
                break;
            }
            len += put(src, at, length, dst, len);
            at += length;
        }
        units = len;
        bytes = at - from;
    }

    private static int put(byte[] src, int at, int length, char[] dst, int len) {
        int point = src[at] & 0xFF >> length + 1;
        for (int next = 1; next < length; next++) {
            point = point << 6 | src[at + next] & 0x3F;
        }
        return Character.toChars(point, dst, len);
    }

    /** Returns the length of the character at an index, or {@link #INCOMPLETE}, then perhaps with an error. */
    private int character(byte[] src, int at, int to) {
        int lead = src[at] & 0xFF;
        error = lead < 0xC0 ? ErrorCode.UTF8_STRAY_CONTINUATION
                : lead < 0xC2 ? ErrorCode.UTF8_OVERLONG
                : lead > 0xF4 ? ErrorCode.UTF8_IMPOSSIBLE_BYTE : null;
        int length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        for (int next = 1; next < length && error == null; next++) {
            if (at + next == to) {
                return INCOMPLETE;
            }
            int one = src[at + next] & 0xFF;
            if ((one & 0xC0) != 0x80) {
                error = ErrorCode.UTF8_MISSING_CONTINUATION;
            } else if (next == 1) {
                error = second(lead, one);
            }
        }
        return error == null ? length : INCOMPLETE;
    }

    /** Returns the error of a second byte. */
    private static ErrorCode second(int lead, int one) {
        if (lead == 0xE0 && one < 0xA0 || lead == 0xF0 && one < 0x90) {
            return ErrorCode.UTF8_OVERLONG;
        }
        if (lead == 0xED && one >= 0xA0) {
            return ErrorCode.UTF8_SURROGATE;
        }
        return lead == 0xF4 && one >= 0x90 ? ErrorCode.UTF8_ABOVE_MAX : null;
    }
}
