package io.github.stringmill.internal;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Part of the vector kernels: UTF-16 and Latin-1 to UTF-8.
 *
 * <p>Method. ASCII is narrowed or copied. On a machine with {@link VectorCompress}, each unit becomes two or four
 * bytes, and the surplus ones are removed. On other machines the pure kernels take the rest.
 */
final class VectorTranscode {
    static final VectorSpecies<Short> UNITS = ShortVector.SPECIES_PREFERRED;
    static final VectorSpecies<Byte> NARROW =
            VectorSpecies.of(byte.class, VectorShape.forBitSize(UNITS.vectorBitSize() / 2));
    static final int LANES = UNITS.length();

    /** Units that the pure kernels take if a vector cannot, which may end with one half of a pair more. */
    static final int PLAIN_LEN = 32;

    private VectorTranscode() {}

    /** As {@link Kernels#utf16ToUtf8}. */
    static long utf16ToUtf8(char[] src, int from, int to, byte[] dst, int at, int end) {
        int s = from;
        int d = at;
        // One unit more than a vector, because the pure kernels must take a split pair.
        while (to - s > PLAIN_LEN && end - d >= 4 * PLAIN_LEN) {
            ShortVector units = ShortVector.fromCharArray(UNITS, src, s);
            if (!units.lanewise(VectorOperators.AND, (short) 0xFF80).eq((short) 0).allTrue()) {
                int written = VectorCompress.AVAILABLE ? transcodeMixed(src, s, dst, d) : 0;
                if (written > 0) {
                    s += LANES;
                    d += written;
                    continue;
                }
                long done = PureTranscode.utf16ToUtf8(src, s, s + PLAIN_LEN, dst, d, end);
                s += Kernels.read(done);
                d += Kernels.written(done);
                if (Kernels.read(done) < PLAIN_LEN - 1) {
                    return Kernels.progress(s - from, d - at);
                }
                continue;
            }
            ((ByteVector) units.convertShape(VectorOperators.S2B, NARROW, 0)).intoArray(dst, d);
            s += LANES;
            d += LANES;
        }
        long rest = PureTranscode.utf16ToUtf8(src, s, to, dst, d, end);
        return Kernels.progress(s - from + Kernels.read(rest), d - at + Kernels.written(rest));
    }

    /** Writes 32 units without surrogates; returns 0 if there is a surrogate. */
    static int transcodeMixed(char[] src, int from, byte[] dst, int at) {
        ShortVector upper = ShortVector.fromCharArray(ShortVector.SPECIES_512, src, from).and((short) 0xF800);
        if (upper.eq((short) 0).allTrue()) {
            return twos(src, from, dst, at);
        }
        if (upper.eq((short) 0xD800).anyTrue()) {
            return 0;
        }
        int lower = threes(src, from, dst, at);
        return lower + threes(src, from + 16, dst, at + lower);
    }

    /** Writes 32 units below U+0800 as pairs of bytes; those of ASCII are not whole. */
    private static int twos(char[] src, int from, byte[] dst, int at) {
        ShortVector units = ShortVector.fromCharArray(ShortVector.SPECIES_512, src, from);
        ShortVector lead = units.lanewise(VectorOperators.LSHR, 6).or((short) 0xC0);
        ShortVector next = units.and((short) 0x3F).or((short) 0x80).lanewise(VectorOperators.LSHL, 8);
        VectorMask<Short> whole = units.and((short) 0xFF80).eq((short) 0).not();
        int bits = (int) whole.toLong();
        units.blend(lead.or(next), whole).reinterpretAsBytes()
                .compress(VectorMask.fromLong(VectorCompress.BYTES, VectorCompress.kept(bits))).intoArray(dst, at);
        return 32 + Integer.bitCount(bits);
    }

    /** As above, for 32 bytes of Latin-1. */
    private static int twos(byte[] src, int from, byte[] dst, int at) {
        ShortVector units = (ShortVector) ByteVector.fromArray(ByteVector.SPECIES_256, src, from)
                .convertShape(VectorOperators.ZERO_EXTEND_B2S, ShortVector.SPECIES_512, 0);
        ShortVector lead = units.lanewise(VectorOperators.LSHR, 6).or((short) 0xC0);
        ShortVector next = units.and((short) 0x3F).or((short) 0x80).lanewise(VectorOperators.LSHL, 8);
        VectorMask<Short> whole = units.and((short) 0x80).eq((short) 0).not();
        int bits = (int) whole.toLong();
        units.blend(lead.or(next), whole).reinterpretAsBytes()
                .compress(VectorMask.fromLong(VectorCompress.BYTES, VectorCompress.kept(bits))).intoArray(dst, at);
        return 32 + Integer.bitCount(bits);
    }

    /** Writes 16 units of the basic plane: four bytes each, of which one to three are kept. */
    private static int threes(char[] src, int from, byte[] dst, int at) {
        IntVector wide = (IntVector) ShortVector.fromCharArray(ShortVector.SPECIES_256, src, from)
                .convertShape(VectorOperators.ZERO_EXTEND_S2I, IntVector.SPECIES_512, 0);
        VectorMask<Integer> two = wide.lt(0x80).not();
        VectorMask<Integer> three = wide.lt(0x800).not();
        IntVector last = wide.and(0x3F).or(0x80);
        IntVector middle = wide.lanewise(VectorOperators.LSHR, 6);
        IntVector ofTwo = middle.or(0xC0).or(last.lanewise(VectorOperators.LSHL, 8));
        IntVector ofThree = wide.lanewise(VectorOperators.LSHR, 12).or(0xE0)
                .or(middle.and(0x3F).or(0x80).lanewise(VectorOperators.LSHL, 8))
                .or(last.lanewise(VectorOperators.LSHL, 16));
        long kept = 0x1111_1111_1111_1111L | Long.expand(two.toLong(), 0x2222_2222_2222_2222L)
                | Long.expand(three.toLong(), 0x4444_4444_4444_4444L);
        wide.blend(ofTwo, two).blend(ofThree, three).reinterpretAsBytes()
                .compress(VectorMask.fromLong(VectorCompress.BYTES, kept)).intoArray(dst, at);
        return 16 + two.trueCount() + three.trueCount();
    }

    /** As {@link Kernels#latin1ToUtf8}. */
    static long latin1ToUtf8(byte[] src, int from, int to, byte[] dst, int at, int end) {
        int s = from;
        int d = at;
        while (to - s >= VectorScan.LANES && end - d >= 2 * VectorScan.LANES) {
            ByteVector bytes = ByteVector.fromArray(VectorScan.BYTES, src, s);
            VectorMask<Byte> nonAscii = bytes.lt((byte) 0);
            if (!nonAscii.anyTrue()) {
                bytes.intoArray(dst, d);
                d += VectorScan.LANES;
            } else if (VectorCompress.AVAILABLE) {
                d += twos(src, s, dst, d);
                d += twos(src, s + 32, dst, d);
            } else {
                d += Kernels.written(PureTranscode.latin1ToUtf8(src, s, s + VectorScan.LANES, dst, d, end));
            }
            s += VectorScan.LANES;
        }
        long rest = PureTranscode.latin1ToUtf8(src, s, to, dst, d, end);
        return Kernels.progress(s - from + Kernels.read(rest), d - at + Kernels.written(rest));
    }
}
