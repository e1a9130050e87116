package io.github.stringmill.internal;

/**
 * Leaves for strings of up to 128 bytes of UTF-8, or characters, under the standard escapes; too short for a kernel.
 *
 * <p>Method. Bytes are copied in words that overlap and are checked together at the end. Characters are narrowed eight
 * at a time, up to the first that is not clean, and escaped one by one from there.
 */
public final class ShortText {
    /** The least length of UTF-8; Jackson's own code writes shorter text. */
    public static final int UTF8_MIN_LEN = 8;

    /** The least length for a table of Jackson that is not the standard one; measured on JDK 17 and 25. */
    public static final int UTF8_TABLE_MIN_LEN = 32;

    /**
     * The least length for a table of an application, which is compared first, because the application may have changed
     * it.
     */
    public static final int UTF8_APPLICATION_MIN_LEN = 1024;

    /** The least length of an array of characters; Jackson's own code writes shorter ones. */
    public static final int CHARS_MIN_LEN = 32;

    /**
     * The least length of a {@code String}: text of 16 characters with accents would take 1.3 times as long. From Java
     * 22 on Jackson takes less time for ASCII of 64 characters, and {@link Latin1Strings} copies longer strings.
     */
    public static final int STRING_MIN_LEN = Runtime.version().feature() < 22 ? 64 : 128;

    /** The greatest length; measured on JDK 17 and 25. */
    public static final int MAX_LEN = 128;

    /** The largest output of a byte or character under the standard escapes. */
    private static final int UNIT_MAX_LEN = 6;

    /** The bytes after the output that may be overwritten, and the quotes. */
    private static final int SPARE = 24;

    /** The least length for escapes as words; measured on JDK 17 and 25. */
    private static final int WORDS_MIN_LEN = Runtime.version().feature() < 22 ? 12 : 8;

    /** The greatest length: a bit of a {@code long} for each byte. */
    private static final int WORDS_MAX_LEN = 64;

    /** The greatest number of escapes; each copies the words after it. */
    private static final int FEW = 2;

    /** The capacity that suffices for each such string. */
    public static final int MAX_CAPACITY = capacity(MAX_LEN);

    /** Returned instead of eight characters that are not all ASCII. */
    static final long NOT_ASCII = -1L;

    private ShortText() {}

    /**
     * Returns the bytes of the destination that may be overwritten by a string with its quotes.
     *
     * @param len the length of the string in bytes or characters
     */
    static int capacity(int len) {
        return UNIT_MAX_LEN * len + SPARE;
    }

    /**
     * Copies UTF-8, and returns a highest bit in some byte if something in it must be escaped.
     *
     * @param src the text
     * @param from the start of the text
     * @param len its length, from 17 to {@link #MAX_LEN}; shorter text is {@link #copy8} of its first and last bytes
     * @param dst the destination
     * @param at the start of the output
     */
    static long copy(byte[] src, int from, int len, byte[] dst, int at) {
        if (len <= 32) {
            int last = len - 16;
            return copy16(src, from, dst, at) | copy16(src, from + last, dst, at + last);
        }
        if (len <= 64) {
            int last = len - 32;
            return copy32(src, from, dst, at) | copy32(src, from + last, dst, at + last);
        }
        int last = len - 64;
        return copy32(src, from, dst, at) | copy32(src, from + 32, dst, at + 32)
                | copy32(src, from + last, dst, at + last) | copy32(src, from + last + 32, dst, at + last + 32);
    }

    /** As {@link #copy}, for eight bytes. */
    static long copy8(byte[] src, int from, byte[] dst, int at) {
        long word = Words.load8(src, from);
        Words.store8(dst, at, word);
        return EscapeMarks.escapesRaw(word);
    }

    /**
     * Escapes UTF-8. Up to {@link #FEW} escapes are written as words over a copy of the text, of which the bytes after
     * an escape are copied again to their new place; more escapes byte by byte.
     *
     * @param entries the entries of rules with the standard escapes, see {@link EscapeRules#entries()}
     * @param src the text
     * @param from the start of the text
     * @param len its length, from 8 to {@link #MAX_LEN}
     * @param dst the destination, in which {@link #copy} has written the text
     * @param at the start of the output
     * @return the end of the output
     */
    static int escape(long[] entries, byte[] src, int from, int len, byte[] dst, int at) {
        long escapes = len < WORDS_MIN_LEN || len > WORDS_MAX_LEN ? -1 : escapes(src, from, len);
        if (Long.bitCount(escapes) > FEW) {
            return PureJsonEscape.entries(entries, src, from, from + len, dst, at);
        }
        int last = from + len - 8;
        int d = at;
        while (escapes != 0) {
            int place = Long.numberOfTrailingZeros(escapes);
            int word = place & -8;
            long entry = entries[src[from + place] & 0xFF];
            long rest = wordBefore(src, from + word, last) >>> ((place & 7) << 3) >>> 8;
            Words.store8(dst, d + place, entry);
            d += (int) (entry >>> 56) - 1;
            Words.store8(dst, d + place + 1, rest);
            for (word += 8; word < len; word += 8) {
                Words.store8(dst, d + word, wordBefore(src, from + word, last));
            }
            escapes &= escapes - 1;
        }
        return d + len;
    }

    /** Returns a bit for each byte that must be escaped, the first one lowest. */
    private static long escapes(byte[] src, int from, int len) {
        int last = len - 8;
        long bits = bits(src, from, 0) | bits(src, from, last);
        if (len > 16) {
            bits |= bits(src, from, 8) | bits(src, from, last - 8);
        }
        if (len > 32) {
            bits |= bits(src, from, 16) | bits(src, from, 24) | bits(src, from, last - 24) | bits(src, from, last - 16);
        }
        return bits;
    }

    private static long bits(byte[] src, int from, int at) {
        // Moves the highest bit of each byte into the highest byte.
        return EscapeMarks.exact(Words.load8(src, from + at)) * 0x0002_0408_1020_4081L >>> 56 << at;
    }

    /** Loads eight bytes; those after the word at {@code last} are zero. */
    private static long wordBefore(byte[] src, int from, int last) {
        int start = Math.min(from, last);
        return Words.load8(src, start) >>> (from - start << 3);
    }

    private static long copy16(byte[] src, int from, byte[] dst, int at) {
        return copy8(src, from, dst, at) | copy8(src, from + 8, dst, at + 8);
    }

    private static long copy32(byte[] src, int from, byte[] dst, int at) {
        return copy16(src, from, dst, at) | copy16(src, from + 16, dst, at + 16);
    }

    /**
     * Writes leading ASCII characters that need no escape.
     *
     * @param text the characters
     * @param from the first one
     * @param len their number
     * @param dst the destination
     * @param at the start of the output
     * @return the number of characters written; may be up to seven less than all such characters
     */
    static int putClean(char[] text, int from, int len, byte[] dst, int at) {
        int done = 0;
        for (; len - done >= 8; done += 8) {
            if (isDirty(eight(text, from + done), dst, at + done)) {
                return done;
            }
        }
        return done == len || isDirty(eight(text, from + len - 8), dst, at + len - 8) ? done : len;
    }

    /** Writes eight characters if all need no escape, and returns whether one needs an escape. */
    private static boolean isDirty(long word, byte[] dst, int at) {
        if (EscapeMarks.escapesAndNonAscii(word) != 0) {
            return true;
        }
        Words.store8(dst, at, word);
        return false;
    }

    /** Returns eight characters, one in each byte; {@link #NOT_ASCII} if some are not ASCII. */
    static long eight(String text, int at) {
        char a = text.charAt(at);
        char b = text.charAt(at + 1);
        char c = text.charAt(at + 2);
        char d = text.charAt(at + 3);
        char e = text.charAt(at + 4);
        char f = text.charAt(at + 5);
        char g = text.charAt(at + 6);
        char h = text.charAt(at + 7);
        return word(a, b, c, d, e, f, g, h);
    }

    /** As above. */
    static long eight(char[] text, int at) {
        char a = text[at];
        char b = text[at + 1];
        char c = text[at + 2];
        char d = text[at + 3];
        char e = text[at + 4];
        char f = text[at + 5];
        char g = text[at + 6];
        char h = text[at + 7];
        return word(a, b, c, d, e, f, g, h);
    }

    private static long word(char a, char b, char c, char d, char e, char f, char g, char h) {
        long low = a | b << 8 | c << 16 | d << 24;
        long high = e | f << 8 | g << 16 | h << 24;
        return (a | b | c | d | e | f | g | h) < 0x80 ? low | high << 32 : NOT_ASCII;
    }

    /**
     * Writes characters, a lone surrogate as its escape.
     *
     * @param rules rules with the standard escapes
     * @param text the text
     * @param from the start of the text
     * @param to the end of the text
     * @param dst the destination, with {@link #capacity} bytes
     * @param at the start of the output
     * @return the end of the output
     */
    static int put(EscapeRules rules, char[] text, int from, int to, byte[] dst, int at) {
        int s = from;
        int d = at;
        while (true) {
            long progress = PureJsonEscapeUtf16.units(rules, text, s, to, to, dst, d, dst.length);
            s += Kernels.read(progress);
            d += Kernels.written(progress);
            if (s >= to) {
                return d;
            }
            PureJsonEscapeTable.putUnicode(rules.upperHex(), text[s++], dst, d);
            d += 6;
        }
    }
}
