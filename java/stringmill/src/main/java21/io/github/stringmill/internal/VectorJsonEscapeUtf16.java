package io.github.stringmill.internal;

import io.github.stringmill.internal.EscapeRules.NonAscii;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/** Part of the vector kernels: escapes UTF-16, with {@link VectorTranscode} and {@link VectorJsonEscape}. */
final class VectorJsonEscapeUtf16 {
    private VectorJsonEscapeUtf16() {}

    /** As {@link Kernels#jsonEscapeUtf16}. */
    static long escape(EscapeRules rules, char[] src, int from, int to, byte[] dst, int at, int end) {
        boolean copied = rules.nonAscii() == NonAscii.COPIED || rules.nonAscii() == NonAscii.CHECKED;
        int s = from;
        int d = at;
        if (rules.standardSet() && copied) {
            while (to - s > VectorTranscode.PLAIN_LEN && end - d >= 8 * VectorTranscode.PLAIN_LEN) {
                int written = units(rules, src, s, dst, d);
                if (written > 0) {
                    s += VectorTranscode.LANES;
                    d += written;
                    continue;
                }
                long done = PureJsonEscapeUtf16.escape(rules, src, s, s + VectorTranscode.PLAIN_LEN, dst, d, end);
                s += Kernels.read(done);
                d += Kernels.written(done);
                if (Kernels.read(done) < VectorTranscode.PLAIN_LEN - 1) {
                    return Kernels.progress(s - from, d - at);
                }
            }
        }
        long rest = PureJsonEscapeUtf16.escape(rules, src, s, to, dst, d, end);
        return Kernels.progress(s - from + Kernels.read(rest), d - at + Kernels.written(rest));
    }

    /** Writes a vector of units; returns 0 if a unit needs the pure kernels. */
    private static int units(EscapeRules rules, char[] src, int from, byte[] dst, int at) {
        ShortVector units = ShortVector.fromCharArray(VectorTranscode.UNITS, src, from);
        boolean ascii = units.and((short) 0xFF80).eq((short) 0).allTrue();
        // Signed comparison would treat units above 0x7FFF as negative, so the sign bit is flipped.
        VectorMask<Short> escapes = units.lanewise(VectorOperators.XOR, (short) 0x8000)
                .lt((short) (0x20 ^ 0x8000)).or(units.eq((short) '"')).or(units.eq((short) '\\'));
        boolean escaped = escapes.anyTrue();
        if (!ascii) {
            return VectorCompress.AVAILABLE && !escaped ? VectorTranscode.transcodeMixed(src, from, dst, at) : 0;
        }
        ((ByteVector) units.convertShape(VectorOperators.S2B, VectorTranscode.NARROW, 0)).intoArray(dst, at);
        if (!escaped) {
            return VectorTranscode.LANES;
        }
        if (!VectorCompress.AVAILABLE || !rules.shortForms()) {
            return 0;
        }
        // The narrowed bytes and their escapes share a place; the bytes are read before the escapes are written.
        return VectorJsonEscape.pairs(dst, at, (int) escapes.toLong(), dst, at);
    }
}
