package io.github.stringmill.internal;

import io.github.stringmill.internal.EscapeRules.NonAscii;

/** Part of the pure kernels: escapes UTF-8 by any rules, one unit at a time. */
final class PureJsonEscapeTable {
    private static final int[] LOWER = digits("0123456789abcdef");
    private static final int[] UPPER = digits("0123456789ABCDEF");

    private PureJsonEscapeTable() {}

    private static int[] digits(String digits) {
        int[] pairs = new int[256];
        for (int b = 0; b < pairs.length; b++) {
            pairs[b] = digits.charAt(b >>> 4) | digits.charAt(b & 15) << 8;
        }
        return pairs;
    }

    /** As {@link Kernels#jsonEscape}. */
    static long escape(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        NonAscii nonAscii = rules.nonAscii();
        int s = from;
        int d = at;
        while (s < to && d < end) {
            byte b = src[s];
            if (b >= 0) {
                int len = rules.length(b);
                if (len < 0 || len > end - d) {
                    break;
                }
                if (len == 0) {
                    dst[d++] = b;
                } else {
                    d = put(dst, d, rules.text(b), len);
                }
                s++;
            } else if (nonAscii == NonAscii.COPIED) {
                dst[d++] = b;
                s++;
            } else {
                int written = unit(rules, src, s, to, dst, d, end);
                if (written == 0) {
                    break;
                }
                s += unitLen(b);
                d += written;
            }
        }
        return Kernels.progress(s - from, d - at);
    }

    /** As {@link Kernels#plainPrefix}. */
    static int plainPrefix(EscapeRules rules, byte[] src, int from, int to) {
        NonAscii nonAscii = rules.nonAscii();
        int s = from;
        while (s < to) {
            byte b = src[s];
            if (b >= 0) {
                if (rules.length(b) != 0) {
                    break;
                }
                s++;
            } else if (nonAscii == NonAscii.COPIED) {
                s++;
            } else {
                int code = scalar(src, s, to);
                if (code < 0 || !isCopied(nonAscii, code)) {
                    break;
                }
                s += unitLen(b);
            }
        }
        return s - from;
    }

    /** Writes the non-ASCII character at {@code s}; returns 0 if it does not fit or the driver must decide. */
    private static int unit(EscapeRules rules, byte[] src, int s, int to, byte[] dst, int d, int end) {
        int code = rules.nonAscii() == NonAscii.STOPS ? -1 : scalar(src, s, to);
        if (code < 0) {
            return 0;
        }
        int len = isCopied(rules.nonAscii(), code) ? unitLen(src[s]) : code > 0xFFFF ? 12 : 6;
        if (len > end - d) {
            return 0;
        }
        if (len <= 4) {
            System.arraycopy(src, s, dst, d, len);
        } else if (len == 6) {
            putUnicode(rules.upperHex(), code, dst, d);
        } else {
            putPair(digits(rules.upperHex()), Character.highSurrogate(code), Character.lowSurrogate(code), dst, d);
        }
        return len;
    }

    /** Returns whether a scalar value above U+007F is copied. */
    private static boolean isCopied(NonAscii nonAscii, int code) {
        return nonAscii == NonAscii.CHECKED || nonAscii == NonAscii.PAIRS_ESCAPED && code <= 0xFFFF;
    }

    /** Writes an escape of one to seven bytes and returns its end. */
    static int put(byte[] dst, int d, long text, int len) {
        for (int i = 0; i < len; i++) {
            dst[d + i] = (byte) (text >>> 8 * i);
        }
        return d + len;
    }

    /** Returns for each byte its two digits, the first one lowest. */
    static int[] digits(boolean upperHex) {
        return upperHex ? UPPER : LOWER;
    }

    /** Returns the six bytes of the escape of a code unit of UTF-16, the first byte lowest. */
    private static long unicode(int[] digits, int unit) {
        return '\\' | 'u' << 8 | digits[unit >>> 8] << 16 | (long) digits[unit & 0xFF] << 32;
    }

    /** Writes the six bytes of the escape of a code unit of UTF-16. */
    static void putUnicode(boolean upperHex, int unit, byte[] dst, int d) {
        long text = unicode(digits(upperHex), unit);
        Words.store4(dst, d, (int) text);
        Words.store2(dst, d + 4, (int) (text >>> 32));
    }

    /** Writes the twelve bytes of the escapes of two surrogates. */
    static void putPair(int[] digits, char high, char low, byte[] dst, int d) {
        long second = unicode(digits, low);
        Words.store8(dst, d, unicode(digits, high) | second << 48);
        Words.store4(dst, d + 8, (int) (second >>> 16));
    }

    /** Returns the length of the sequence after a lead byte. */
    private static int unitLen(byte lead) {
        return lead >= (byte) 0xF0 ? 4 : lead >= (byte) 0xE0 ? 3 : 2;
    }

    /** Returns the scalar value of the sequence at {@code s}; -1 if it is incomplete or ill-formed. */
    private static int scalar(byte[] src, int s, int to) {
        int lead = src[s] & 0xFF;
        if (lead < 0xC2 || lead > 0xF4) {
            return -1;
        }
        int len = unitLen((byte) lead);
        if (len > to - s) {
            return -1;
        }
        int code = lead & 0x7F >>> len;
        for (int i = 1; i < len; i++) {
            int b = src[s + i];
            if ((b & 0xC0) != 0x80) {
                return -1;
            }
            code = code << 6 | b & 0x3F;
        }
        boolean right = switch (len) {
            case 2 -> true;
            case 3 -> code >= 0x800 && (code < 0xD800 || code > 0xDFFF);
            default -> code >= 0x1_0000 && code <= 0x10_FFFF;
        };
        return right ? code : -1;
    }
}
