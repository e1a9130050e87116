package io.github.stringmill.internal;

/** Escapes Java strings with the kernels. */
public final class StringText {
    private static final Kernels KERNELS = KernelsHolder.KERNELS;

    private StringText() {}

    /**
     * Escapes the leading part of a string that needs no decision, as {@link Kernels#jsonEscapeUtf16} does; may stop
     * earlier.
     *
     * @param rules the rules
     * @param text the string
     * @param from the first character
     * @param dst the destination
     * @param at the start of the output
     * @param end the end of the destination
     * @return the characters read and the bytes written, as {@link Kernels#progress}
     */
    public static long escape(EscapeRules rules, String text, int from, byte[] dst, int at, int end) {
        int len = text.length();
        int s = from;
        int d = at;
        if (from == 0 && len > 0 && rules.inWords()) {
            s = Latin1Strings.copyClean(text, dst, at, end);
            if (rules.extras() != null) {
                s = rules.extras().prefix(dst, at, at + s);
            }
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
     * Counts leading ASCII characters that RFC 8259 does not require to be escaped; may return less than their number.
     *
     * @param src the text
     * @param from the start of the text
     * @param to the end of the text
     * @return the count
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
     * Escapes ASCII by the rules and copies all other characters.
     *
     * @param rules the rules
     * @param src the text
     * @param from the start of the text
     * @param to the end of the text
     * @param dst the destination, with space for seven times the length
     * @param at the start of the output
     * @return the end of the output
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
