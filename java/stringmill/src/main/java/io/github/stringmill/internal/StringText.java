package io.github.stringmill.internal;

/** Escaping of strings of Java, by way of the kernels. */
public final class StringText {
    /** Shorter strings are for their {@code charAt}. */
    public static final int MIN_LEN = Latin1Strings.minLen();

    private static final Kernels KERNELS = KernelsHolder.KERNELS;

    private StringText() {}

    /**
     * Escapes as much of a string as goes without a question, as {@link Kernels#jsonEscapeUtf16} does; it may stop early.
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
        CharsScratch scratch = CharsScratch.ofThread();
        int len = text.length();
        int s = from;
        int d = at;
        if (from == 0 && len > 0 && rules.standardSet()) {
            s = Latin1Strings.copyClean(text, dst, at, end, scratch.chars);
            d += s;
        }
        while (s < len) {
            int piece = Math.min(len - s, CharsScratch.PIECE_LEN);
            text.getChars(s, s + piece, scratch.chars, 0);
            if (s + piece < len && Character.isHighSurrogate(scratch.chars[piece - 1])) {
                piece--;
            }
            long progress = KERNELS.jsonEscapeUtf16(rules, scratch.chars, 0, piece, dst, d, end);
            s += Kernels.read(progress);
            d += Kernels.written(progress);
            if (Kernels.read(progress) < piece) {
                break;
            }
        }
        return Kernels.progress(s - from, d - at);
    }
}
