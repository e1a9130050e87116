package io.github.stringmill.internal;

import java.lang.foreign.MemorySegment;

/** {@link EscapeRules} in the form of the native library: one set of rules for each kind of source. */
final class NativeRules {
    /** Marks rules that stop a kernel at some characters, which the library does not support. */
    private static final NativeRules NONE = new NativeRules();

    private static final int[] NO_RANGES = {};
    private static final int[] ABOVE_ASCII = {0x80, 0x10_FFFF};
    private static final int[] ABOVE_THE_BMP = {0x1_0000, 0x10_FFFF};

    /** Addresses of the rules for UTF-8, UTF-16 and Latin-1; valid as long as this object. */
    final long utf8;
    final long utf16;
    final long latin1;

    /** Flags for UTF-8: an incomplete sequence at the end of a piece must wait, unless nothing is validated. */
    final int howUtf8;

    /** Keeps the rules alive. */
    private final MemorySegment[] owned;

    private NativeRules() {
        utf8 = 0;
        utf16 = 0;
        latin1 = 0;
        howUtf8 = 0;
        owned = new MemorySegment[0];
    }

    private NativeRules(EscapeRules rules, int[] ranges) {
        boolean copied = rules.nonAscii() == EscapeRules.NonAscii.COPIED;
        long[] escapes = escapes(rules);
        boolean upperHex = rules.upperHex();
        int policy = copied ? NativeDoor.ILL_FORMED_COPY : NativeDoor.ILL_FORMED_REJECT;
        owned = new MemorySegment[] {
            NativeDoor.rules(escapes, upperHex, ranges, policy),
            NativeDoor.rules(escapes, upperHex, ranges, NativeDoor.ILL_FORMED_UTF16_REJECT),
            NativeDoor.rules(escapes, upperHex, ranges, NativeDoor.LATIN1),
        };
        utf8 = owned[0].address();
        utf16 = owned[1].address();
        latin1 = owned[2].address();
        howUtf8 = copied ? 0 : NativeDoor.MORE;
    }

    /** Returns the native rules, made at the first call; null if the library does not support them. */
    static NativeRules of(EscapeRules rules) {
        Object made = rules.nativeRules;
        if (made == null) {
            made = make(rules);
            rules.nativeRules = made;
        }
        return made == NONE ? null : (NativeRules) made;
    }

    private static NativeRules make(EscapeRules rules) {
        for (int c = 0; c < 128; c++) {
            if (rules.length(c) < 0) {
                return NONE;
            }
        }
        return switch (rules.nonAscii()) {
            case STOPS -> NONE;
            case COPIED, CHECKED -> new NativeRules(rules, NO_RANGES);
            case ESCAPED -> new NativeRules(rules, ABOVE_ASCII);
            case PAIRS_ESCAPED -> new NativeRules(rules, ABOVE_THE_BMP);
        };
    }

    /** Returns a byte of length and seven of text for each character, the first byte lowest. */
    private static long[] escapes(EscapeRules rules) {
        long[] escapes = new long[128];
        for (int c = 0; c < 128; c++) {
            int length = rules.length(c);
            if (length > 0) {
                long text = rules.text(c) & (1L << 8 * length) - 1;
                escapes[c] = length | text << 8;
            }
        }
        return escapes;
    }
}
