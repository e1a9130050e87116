package io.github.stringmill.internal;

/** Escaping of strings of Java, by way of the kernels. */
public final class StringText {
    /** Shorter strings are for their {@code charAt}. */
    public static final int MIN_LEN = Latin1Strings.minLen();

    private static final Kernels KERNELS = KernelsHolder.KERNELS;

    private StringText() {}

    /**
     * Escapes as much of a string as goes without a question, as {@link Kernels#jsonEscapeUtf16} does, or less.
     *
     * @param rules the rules
     * @param text  the string
     * @param from  where to begin
     * @param dst   where it goes
     * @param at    from here on
     * @param end   not beyond this
     * @return characters read, bytes written
     */
    public static long escape(EscapeRules rules, String text, int from, byte[] dst, int at, int end) {
        int len = text.length();
        int s = from;
        int d = at;
        if (from == 0 && len > 0 && rules.standardSet()) {
            s = Latin1Strings.copyClean(text, dst, at, end);
            d += s;
        }
        if (s == len) {
            return Kernels.progress(s - from, d - at);
        }
        long progress = escapePieces(rules, text, s, dst, d, end);
        return Kernels.progress(s - from + Kernels.read(progress), d - at + Kernels.written(progress));
    }

    private static long escapePieces(EscapeRules rules, String text, int from, byte[] dst, int at, int end) {
        int len = text.length();
        int s = from;
        int d = at;
        Scratch scratch = Scratch.take();
        try {
            while (s < len) {
                int piece = Math.min(len - s, Scratch.UNITS_LEN);
                text.getChars(s, s + piece, scratch.units, 0);
                if (s + piece < len && Character.isHighSurrogate(scratch.units[piece - 1])) {
                    piece--;
                }
                long progress = KERNELS.jsonEscapeUtf16(rules, scratch.units, 0, piece, dst, d, end);
                s += Kernels.read(progress);
                d += Kernels.written(progress);
                if (Kernels.read(progress) < piece) {
                    break;
                }
            }
        } finally {
            scratch.release();
        }
        return Kernels.progress(s - from, d - at);
    }

    /**
     * How many leading characters are ASCII that JSON does not demand to escape; may be fewer than there are.
     *
     * @param src  the text
     * @param from where it begins
     * @param to   where it ends
     * @return how many
     */
    public static int cleanPrefix(char[] src, int from, int to) {
        Scratch scratch = Scratch.take();
        try {
            int at = from;
            while (at < to) {
                int piece = Math.min(to - at, Scratch.UNITS_LEN);
                int ascii = scratch.narrow(src, at, piece);
                int clean = PureScan.asciiWithoutEscapes(scratch.ascii, 0, ascii);
                at += clean;
                if (clean < piece) {
                    break;
                }
            }
            return at - from;
        } finally {
            scratch.release();
        }
    }

    /**
     * Escapes by the rules for ASCII; all else is copied.
     *
     * @param rules the rules
     * @param src   the text
     * @param from  where it begins
     * @param to    where it ends
     * @param dst   with room for seven times as much
     * @param at    where it goes
     * @return where what was written ends
     */
    public static int escapeAscii(EscapeRules rules, char[] src, int from, int to, char[] dst, int at) {
        int d = at;
        for (int s = from; s < to; s++) {
            char c = src[s];
            int len = c < 0x80 ? rules.length(c) : 0;
            if (len == 0) {
                dst[d++] = c;
            } else {
                long text = rules.text(c);
                for (int i = 0; i < len; i++) {
                    dst[d++] = (char) (text >>> 8 * i & 0xFF);
                }
            }
        }
        return d;
    }
}
