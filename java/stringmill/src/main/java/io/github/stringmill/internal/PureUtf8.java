package io.github.stringmill.internal;

/**
 * Part of the pure kernels: validates UTF-8. Standard: Unicode, table 3-7.
 *
 * <p>ASCII is skipped in words. Other bytes go through an automaton whose states are numbers of bits: each byte has one
 * word, which shifted right by the state has the next state in its lowest six bits. As the shift itself uses only six
 * bits, a step is one load and one shift (Per Vognsen, "Shift-based DFAs", 2021).
 */
final class PureUtf8 {
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    /**
     * States: between sequences; one, two or three continuation bytes needed, the next one perhaps in a narrower range.
     */
    private static final int START = 0;
    private static final int WANTS_1 = 6;
    private static final int WANTS_2 = 12;
    private static final int WANTS_3 = 18;
    private static final int AFTER_E0 = 24;
    private static final int AFTER_ED = 30;
    private static final int AFTER_F0 = 36;
    private static final int AFTER_F4 = 42;
    private static final int WRONG = 48;

    private static final long[] STEPS = steps();

    /** Bytes that pass through the automaton between two checks for an error. */
    private static final int BLOCK_LEN = 32;

    private PureUtf8() {}

    private static long[] steps() {
        long[] steps = new long[256];
        for (int letter = 0; letter < 256; letter++) {
            for (int state = START; state <= WRONG; state += 6) {
                steps[letter] |= (long) step(state, letter) << state;
            }
        }
        return steps;
    }

    private static int step(int state, int letter) {
        if (state == START) {
            return letter < 0x80 ? START : first(letter);
        }
        boolean continues = (letter & 0xC0) == 0x80;
        boolean fits = continues && switch (state) {
            case AFTER_E0 -> letter >= 0xA0;
            case AFTER_ED -> letter < 0xA0;
            case AFTER_F0 -> letter >= 0x90;
            case AFTER_F4 -> letter < 0x90;
            default -> state != WRONG;
        };
        if (!fits) {
            return WRONG;
        }
        return switch (state) {
            case WANTS_1 -> START;
            case WANTS_2, AFTER_E0, AFTER_ED -> WANTS_1;
            default -> WANTS_2;
        };
    }

    /** Returns the state after a non-ASCII byte at the start of a sequence. */
    private static int first(int letter) {
        return switch (letter) {
            case 0xE0 -> AFTER_E0;
            case 0xED -> AFTER_ED;
            case 0xF0 -> AFTER_F0;
            case 0xF4 -> AFTER_F4;
            default -> letter < 0xC2 || letter > 0xF4 ? WRONG
                    : letter < 0xE0 ? WANTS_1
                    : letter < 0xF0 ? WANTS_2 : WANTS_3;
        };
    }

    /** Counts the leading bytes of {@code src[from, to)} that are whole, well-formed sequences. */
    static int validPrefix(byte[] src, int from, int to) {
        int at = from;
        while (true) {
            at = skipAscii(src, at, to);
            if (to - at < BLOCK_LEN) {
                break;
            }
            long state = START;
            for (int i = at; i < at + BLOCK_LEN; i++) {
                state = STEPS[src[i] & 0xFF] >>> state;
            }
            state &= 63;
            if (state == WRONG) {
                break;
            }
            at += BLOCK_LEN;
            if (state != START) {
                at = beginOfLast(src, at);
            }
        }
        while (at < to) {
            int len = sequenceLength(src, at, to);
            if (len == 0) {
                break;
            }
            at += len;
        }
        return at - from;
    }

    /** Returns the start of the sequence that {@code end} splits. */
    private static int beginOfLast(byte[] src, int end) {
        int at = end - 1;
        while ((src[at] & 0xC0) == 0x80) {
            at--;
        }
        return at;
    }

    /** Returns the index of the first byte above 0x7F, or {@code to}. */
    static int skipAscii(byte[] src, int from, int to) {
        int at = from;
        while (to - at >= 32) {
            long any = Words.load8(src, at) | Words.load8(src, at + 8)
                    | Words.load8(src, at + 16) | Words.load8(src, at + 24);
            if ((any & HIGH_BITS) != 0) {
                break;
            }
            at += 32;
        }
        while (to - at >= 8) {
            long high = Words.load8(src, at) & HIGH_BITS;
            if (high != 0) {
                return at + (Long.numberOfTrailingZeros(high) >> 3);
            }
            at += 8;
        }
        while (at < to && src[at] >= 0) {
            at++;
        }
        return at;
    }

    /**
     * Returns the length of the well-formed sequence at {@code src[at]}, where {@code at < to}; 0 if it is ill-formed.
     */
    static int sequenceLength(byte[] src, int at, int to) {
        int word = to - at >= 4 ? Words.load4(src, at) : lastBytes(src, at, to);
        if ((word & 0x80) == 0) {
            return 1;
        }
        // A lead byte below C2 would be overlong.
        if ((word & 0xC0E0) == 0x80C0) {
            return (word & 0x1E) != 0 ? 2 : 0;
        }
        if ((word & 0xC0C0F0) == 0x8080E0) {
            // E0 needs a second byte of A0 or more, ED a second byte below A0.
            int border = word & 0x200F;
            return border != 0 && border != 0x200D ? 3 : 0;
        }
        if ((word & 0xC0C0C0F8) == 0x808080F0) {
            // The five highest bits of the number; F0 90 and F4 8F are the borders.
            int plane = (word & 7) << 2 | word >> 12 & 3;
            return plane >= 1 && plane <= 16 ? 4 : 0;
        }
        return 0;
    }

    /** Loads up to three bytes, as {@link Words#load4} would if zeros followed. */
    static int lastBytes(byte[] src, int at, int to) {
        int word = 0;
        for (int place = to - 1; place >= at; place--) {
            word = word << 8 | src[place] & 0xFF;
        }
        return word;
    }
}
