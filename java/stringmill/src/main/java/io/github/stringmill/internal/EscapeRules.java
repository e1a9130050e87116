package io.github.stringmill.internal;

import java.util.Arrays;

/** Rules for kernels: the parts of a profile and a policy that a kernel needs, as immutable flat tables. */
public final class EscapeRules {
    /** The rule for a character above U+007F. */
    public enum NonAscii {
        /** The character is copied; UTF-8 is not validated. */
        COPIED,
        /** The character is copied if it is well-formed. */
        CHECKED,
        /** {@code \}{@code uXXXX}, and a pair of them above U+FFFF. */
        ESCAPED,
        /** {@code \}{@code uXXXX}, twice, above U+FFFF; copied below. */
        PAIRS_ESCAPED,
        /** The kernel stops; the driver applies the rule. */
        STOPS
    }

    /** The entry of a character at which kernels stop. */
    private static final long STOP = -1L;

    /** The short forms of RFC 8259, section 7: seven pairs of a character and the letter after its backslash. */
    static final String SHORT_FORMS = "\"\"\\\\\bb\ff\nn\rr\tt";

    /**
     * The entries of RFC 8259 with its short forms and upper-case digits; shared, since the compiler of the virtual
     * machine knows the length of a constant array.
     */
    static final long[] JSON_ENTRIES = jsonEntries();

    /** For each ASCII character its escape, the first byte lowest; undefined unless the length is positive. */
    private final long[] texts;

    /** For each ASCII character the length of its escape, 1 to 7; 0 for no escape; -1 if a kernel stops at it. */
    private final byte[] lengths;

    /** For each byte its output in the lower 56 bits and its length in the upper 8: one load for both. */
    private final long[] entries;

    /** As {@link #entries}, for characters; made at the first use. */
    private volatile long[] unitEntries;

    private final NonAscii nonAscii;
    private final boolean upperHex;
    private final boolean standardSet;
    private final EscapeExtras extras;
    private final boolean shortForms;
    private final boolean stopsInAscii;

    /** The native kernels' copy of these rules. */
    volatile Object nativeRules;

    /**
     * @param texts 128 escapes, the first byte lowest
     * @param lengths their lengths, 0 for no escape, -1 if kernels stop at the character
     * @param nonAscii the rule for characters above U+007F
     * @param upperHex whether digits of escapes above U+007F are upper case
     */
    public EscapeRules(long[] texts, byte[] lengths, NonAscii nonAscii, boolean upperHex) {
        this.texts = texts.clone();
        this.lengths = lengths.clone();
        this.nonAscii = nonAscii;
        this.upperHex = upperHex;
        this.standardSet = isStandardSet(this.lengths);
        this.extras = EscapeExtras.of(this.lengths);
        this.shortForms = hasShortForms(this.texts, this.lengths);
        long[] made = new long[256];
        boolean stops = false;
        for (int c = 0; c < made.length; c++) {
            boolean copied = c >= 0x80 || lengths[c] == 0;
            made[c] = copied ? entry(1, c) : entry(lengths[c], texts[c]);
            stops |= made[c] < 0;
        }
        this.entries = Arrays.equals(made, JSON_ENTRIES) ? JSON_ENTRIES : made;
        this.stopsInAscii = stops;
    }

    private static long[] jsonEntries() {
        long[] made = new long[256];
        byte[] escape = new byte[8];
        for (int c = 0; c < made.length; c++) {
            PureJsonEscapeTable.putUnicode(true, c, escape, 0);
            made[c] = c < 0x20 ? entry(6, Words.load8(escape, 0)) : entry(1, c);
        }
        for (int i = 0; i < SHORT_FORMS.length(); i += 2) {
            made[SHORT_FORMS.charAt(i)] = entry(2, '\\' | SHORT_FORMS.charAt(i + 1) << 8);
        }
        return made;
    }

    private static long entry(int len, long text) {
        return (long) len << 56 | text & -1L >>> 8;
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

    /** Returns whether exactly the characters of RFC 8259, section 7, are escaped. */
    private static boolean isStandardSet(byte[] lengths) {
        for (int c = 0; c < 128; c++) {
            if ((lengths[c] != 0) != (c < 0x20 || c == '"' || c == '\\')) {
                return false;
            }
        }
        return true;
    }

    /** Returns the length of the escape of an ASCII character; 0 for no escape, -1 if a kernel stops at it. */
    public int length(int ascii) {
        return lengths[ascii];
    }

    /** Returns the escape of an ASCII character, the first byte lowest. */
    public long text(int ascii) {
        return texts[ascii];
    }

    /**
     * Returns the output for an ASCII character, escaped or not: the bytes, the first one lowest, and in the highest
     * byte their number, 1 to 7, or -1 if a kernel stops at the character.
     */
    long entry(int ascii) {
        return entries[ascii];
    }

    /** Returns {@link #entry} of each byte; a byte above 0x7F is copied. */
    long[] entries() {
        return entries;
    }

    /**
     * Returns the outputs of characters from U+0000, each as {@link #entry}, negative if a kernel stops at it. For
     * common sets, whose rules are made once, they include all characters of two bytes: text that mixes ASCII, escapes
     * and such characters needs no branch.
     */
    long[] unitEntries() {
        long[] made = unitEntries;
        if (made == null) {
            made = makeUnitEntries();
            unitEntries = made;
        }
        return made;
    }

    private long[] makeUnitEntries() {
        long[] made = new long[inWords() ? 0x800 : 0x80];
        System.arraycopy(entries, 0, made, 0, 0x80);
        byte[] escape = new byte[8];
        for (int c = 0x80; c < made.length; c++) {
            if (nonAscii == NonAscii.ESCAPED) {
                PureJsonEscapeTable.putUnicode(upperHex, c, escape, 0);
                made[c] = entry(6, Words.load8(escape, 0));
            } else {
                made[c] = nonAscii == NonAscii.STOPS ? STOP : entry(2, 0x80C0 | c >> 6 | (c & 0x3F) << 8);
            }
        }
        return made;
    }

    /** Returns whether kernels stop at some ASCII character. */
    boolean stopsInAscii() {
        return stopsInAscii;
    }

    /** Returns the rule for a character above U+007F. */
    public NonAscii nonAscii() {
        return nonAscii;
    }

    /** Returns whether digits of escapes above U+007F are upper case. */
    public boolean upperHex() {
        return upperHex;
    }

    /** Returns whether exactly the characters of RFC 8259, section 7, are escaped. */
    public boolean standardSet() {
        return standardSet;
    }

    /**
     * Returns the tests for the characters that are escaped beside those of RFC 8259; null if there are none, or if
     * the tests do not find exactly the escaped characters.
     */
    EscapeExtras extras() {
        return extras;
    }

    /** Returns whether words of bytes show which characters are escaped; otherwise each needs a table. */
    boolean inWords() {
        return standardSet || extras != null;
    }

    /** Returns whether all seven short forms of JSON are used. */
    boolean shortForms() {
        return shortForms;
    }
}
