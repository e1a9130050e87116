package io.github.stringmill.internal;

/** Part of the pure kernels: UTF-16 and Latin-1 to UTF-8. Standard: Unicode, section 3.9, definitions D91 and D92. */
final class PureTranscode {
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    /** For each character below U+0800 its one or two bytes, the first lowest, and above them their number. */
    private static final int[] SHORT = shortForms();

    /** Bytes that a store may write after the output of its characters. */
    private static final int SPARE_LEN = 2;

    /** After a group of this many ASCII characters the loop for ASCII continues; measured on JDK 17 and 25. */
    private static final int GROUP_LEN = 16;

    /** After this many characters that are not all ASCII the loop for ASCII is tried again. */
    private static final int MIXED_LEN = 512;

    private PureTranscode() {}

    private static int[] shortForms() {
        int[] forms = new int[0x800];
        for (int code = 0; code < 0x800; code++) {
            forms[code] = code < 0x80 ? code | 1 << 16 : twoBytes(code) | 2 << 16;
        }
        return forms;
    }

    /** Transcodes UTF-16 to UTF-8; see {@link Kernels#utf16ToUtf8}. */
    static long utf16ToUtf8(char[] src, int from, int to, byte[] dst, int at, int end) {
        int ascii = asciiEights(src, from, from + Math.min(to - from, end - at), dst, at);
        int read = from + ascii;
        int put = at + ascii;
        // Three bytes for each unit suffice, because a pair of units becomes four.
        int most = (end - put - SPARE_LEN) / 3;
        long done = transcodeMixed(src, read, read + Math.min(to - read, most), dst, put);
        boolean all = to - read <= most;
        read += Kernels.read(done);
        put += Kernels.written(done);
        return all ? Kernels.progress(read - from, put - at) : lastUnits(src, read, to, dst, put, end, from, at);
    }

    /** Copies ASCII in groups of eight up to the first other character, and returns the length. */
    private static int asciiEights(char[] src, int from, int to, byte[] dst, int at) {
        int read = from;
        int put = at;
        while (to - read >= 8) {
            long word = ShortText.eight(src, read);
            if (word == ShortText.NOT_ASCII) {
                break;
            }
            Words.store8(dst, put, word);
            read += 8;
            put += 8;
        }
        return read - from;
    }

    /**
     * Transcodes text for which three bytes for each unit and {@link #SPARE_LEN} more fit; stops at a lone surrogate.
     *
     * <p>Has a loop for each kind of character. From one loop with branches for all of them the compiler of JDK 17
     * makes, in some processes, code that takes three times as long. Characters below U+0800 need no branch for their
     * length: text of mixed letters has no pattern that a processor could learn.
     */
    private static long transcodeMixed(char[] src, int from, int to, byte[] dst, int at) {
        int put = at;
        int read = from;
        while (read < to) {
            int unit = src[read];
            if (unit < SHORT.length) {
                int asciiEnd = put + GROUP_LEN;
                int groupEnd = Math.min(to, read + GROUP_LEN);
                do {
                    int form = SHORT[unit];
                    Words.store2(dst, put, form);
                    put += form >>> 16;
                    read++;
                } while (read < groupEnd && (unit = src[read]) < SHORT.length);
                if (put == asciiEnd && read == groupEnd) {
                    int ascii = asciiEights(src, read, to, dst, put);
                    read += ascii;
                    put += ascii;
                }
            } else if (unit >> 11 != 0xD800 >> 11) {
                long run = threeByteRun(src, read, to, dst, put);
                read += Kernels.read(run);
                put += Kernels.written(run);
            } else {
                int start = read;
                while (to - read >= 2 && Character.isSurrogatePair(src[read], src[read + 1])) {
                    Words.store4(dst, put, fourBytes(Character.toCodePoint(src[read], src[read + 1])));
                    put += 4;
                    read += 2;
                }
                if (read == start) {
                    break;
                }
            }
        }
        return Kernels.progress(read - from, put - at);
    }

    /**
     * Transcodes a character of three bytes, and those from U+0800 to U+D7FF that follow it; {@link #SPARE_LEN} bytes
     * more than theirs must fit.
     */
    static long threeByteRun(char[] src, int from, int to, byte[] dst, int at) {
        int read = from;
        int put = at;
        int unit = src[read];
        do {
            int next = to - read >= 2 ? src[read + 1] : 0;
            if (isBelowSurrogates(unit) && isBelowSurrogates(next)) {
                Words.store8(dst, put, threeBytesTwice(unit, next));
                put += 6;
                read += 2;
            } else {
                Words.store4(dst, put, threeBytes(unit));
                put += 3;
                read++;
            }
        } while (read < to && isBelowSurrogates(unit = src[read]));
        return Kernels.progress(read - from, put - at);
    }

    /** Returns whether a character has three bytes and a code below those of surrogates. */
    static boolean isBelowSurrogates(int unit) {
        return unit >= 0x800 && unit < Character.MIN_SURROGATE;
    }

    /** Transcodes the last characters that fit, one by one. */
    private static long lastUnits(char[] src, int next, int to, byte[] dst, int place, int end, int from, int at) {
        int read = next;
        int put = place;
        while (read < to) {
            int code = Utf16Unit.at(src, read, to);
            int after = Utf16Unit.isLone(code) ? -1 : Escapes.putPlain(code, dst, put, end);
            if (after < 0) {
                break;
            }
            put = after;
            read += Character.charCount(code);
        }
        return Kernels.progress(read - from, put - at);
    }

    /** Returns for a character below U+0800 its one or two bytes, the first lowest, and above them their number. */
    static int shortForm(int code) {
        return SHORT[code];
    }

    /** Returns the UTF-8 of a character from U+0080 to U+07FF, the first byte lowest. */
    static int twoBytes(int code) {
        return 0x80C0 | code >> 6 | (code & 0x3F) << 8;
    }

    /** Returns the UTF-8 of a character from U+0800 to U+FFFF, the first byte lowest. */
    static int threeBytes(int code) {
        return 0x80_80E0 | code >> 12 | (code << 2 & 0x3F00) | (code & 0x3F) << 16;
    }

    /** Returns the six bytes of two characters from U+0800 to U+FFFF, the first byte lowest. */
    private static long threeBytesTwice(long first, long second) {
        long both = first | second << 24;
        return 0x80_80E0_80_80E0L | (both >>> 12 & 0x00_000F_00_000FL) | (both << 2 & 0x00_3F00_00_3F00L)
                | (both & 0x00_003F_00_003FL) << 16;
    }

    /** Returns the UTF-8 of a code point above U+FFFF, the first byte lowest. */
    static int fourBytes(int code) {
        return 0x8080_80F0 | code >> 18 | (code >> 4 & 0x3F00) | (code << 10 & 0x3F_0000) | (code & 0x3F) << 24;
    }

    /** Transcodes Latin-1 to UTF-8; see {@link Kernels#latin1ToUtf8}. */
    static long latin1ToUtf8(byte[] src, int from, int to, byte[] dst, int at, int end) {
        int read = from;
        int put = at;
        while (true) {
            for (; to - read >= 8 && end - put >= 8; read += 8, put += 8) {
                long word = Words.load8(src, read);
                if ((word & HIGH_BITS) != 0) {
                    break;
                }
                Words.store8(dst, put, word);
            }
            int pieceEnd = read + Math.min(Math.min(to - read, MIXED_LEN), (end - put) / 2);
            if (pieceEnd <= read) {
                return Kernels.progress(read - from, put - at);
            }
            while (read < pieceEnd) {
                int form = SHORT[src[read++] & 0xFF];
                Words.store2(dst, put, form);
                put += form >>> 16;
            }
        }
    }
}
