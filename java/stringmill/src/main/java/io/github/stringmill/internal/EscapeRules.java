package io.github.stringmill.internal;

/** What a kernel must know of a profile and a policy: flat tables, made once and never changed. */
public final class EscapeRules {
    /** What is to happen to a character above U+007F. */
    public enum NonAscii {
        /** It is written as it is; in UTF-8 it is not even checked. */
        COPIED,
        /** It is written as it is if it is well-formed. */
        CHECKED,
        /** {@code \}{@code uXXXX}, and a pair of them above U+FFFF. */
        ESCAPED,
        /** {@code \}{@code uXXXX} twice above U+FFFF, as it is below. */
        PAIRS_ESCAPED,
        /** The kernel stops; the plain code knows the rule. */
        STOPS
    }

    /** The short forms of RFC 8259, section 7: a character and the letter behind its backslash, seven times. */
    static final String SHORT_FORMS = "\"\"\\\\\bb\ff\nn\rr\tt";

    /** For each ASCII character its escape, the first byte lowest; of no meaning where the length is not positive. */
    private final long[] texts;

    /** For each ASCII character the length of its escape, 1 to 7; 0 where it stands for itself; -1 where a kernel stops. */
    private final byte[] lengths;

    /** For each ASCII character its escape in the lower 56 bits and its length in the upper 8: one load for both. */
    private final long[] entries = new long[128];

    private final NonAscii nonAscii;
    private final boolean upperHex;
    private final boolean standardSet;
    private final boolean shortForms;

    /** What the native kernels keep for these rules. */
    volatile Object nativeRules;

    /**
     * @param texts    128 escapes, the first byte lowest
     * @param lengths  their lengths, 0 where the character stands for itself, -1 where kernels stop
     * @param nonAscii what is to happen above U+007F
     * @param upperHex whether digits of escapes above U+007F are upper case
     */
    public EscapeRules(long[] texts, byte[] lengths, NonAscii nonAscii, boolean upperHex) {
        this.texts = texts.clone();
        this.lengths = lengths.clone();
        this.nonAscii = nonAscii;
        this.upperHex = upperHex;
        this.standardSet = isStandardSet(this.lengths);
        this.shortForms = hasShortForms(this.texts, this.lengths);
        for (int c = 0; c < 128; c++) {
            entries[c] = lengths[c] == 0 ? 1L << 56 | c : (long) lengths[c] << 56 | texts[c] & -1L >>> 8;
        }
    }

    private static boolean hasShortForms(long[] texts, byte[] lengths) {
        for (int i = 0; i < SHORT_FORMS.length(); i += 2) {
            int c = SHORT_FORMS.charAt(i);
            if (lengths[c] != 2 || (texts[c] & 0xFFFF) != ('\\' | SHORT_FORMS.charAt(i + 1) << 8)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the characters that are escaped are those that JSON demands, and no others. */
    private static boolean isStandardSet(byte[] lengths) {
        for (int c = 0; c < 128; c++) {
            if ((lengths[c] != 0) != (c < 0x20 || c == '"' || c == '\\')) {
                return false;
            }
        }
        return true;
    }

    /** The length of the escape of an ASCII character; 0 where it stands for itself, -1 where a kernel stops. */
    public int length(int ascii) {
        return lengths[ascii];
    }

    /** The escape of an ASCII character, the first byte lowest. */
    public long text(int ascii) {
        return texts[ascii];
    }

    /**
     * What an ASCII character becomes, be it an escape or itself: the first byte lowest, and in the highest byte how many
     * they are, 1 to 7, or -1 where a kernel stops.
     */
    long entry(int ascii) {
        return entries[ascii];
    }

    /** What is to happen to a character above U+007F. */
    public NonAscii nonAscii() {
        return nonAscii;
    }

    /** Whether digits of escapes above U+007F are upper case. */
    public boolean upperHex() {
        return upperHex;
    }

    /** Whether the characters that are escaped are those that JSON demands, and no others. */
    public boolean standardSet() {
        return standardSet;
    }

    /** Whether the seven short forms of JSON are used where they may be. */
    boolean shortForms() {
        return shortForms;
    }
}
