package io.github.stringmill.internal;

import io.github.stringmill.internal.EscapeRules.NonAscii;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * Part of the vector kernels: escapes UTF-8 under the standard escapes; the pure kernels handle other rules.
 *
 * <p>Method. A vector is copied as it is checked. If it has escapes, a machine with {@link VectorCompress} makes a pair
 * of each byte (the escape, or the byte and a gap) and removes the gaps. On other machines, and for escapes longer than
 * two bytes, the pure kernels take the vector.
 */
final class VectorJsonEscape {
    /** Text is validated in pieces of this length, so that the escape loop finds it in the nearest cache. */
    private static final int CHECKED_PIECE_LEN = 8192;

    private static final byte[] LETTERS = letters();

    private VectorJsonEscape() {}

    /** As {@link Kernels#jsonEscape}. */
    static long escape(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        if (rules.standardSet() && rules.nonAscii() == NonAscii.COPIED) {
            return escapeCopied(rules, src, from, to, dst, at, end);
        }
        if (rules.standardSet() && rules.nonAscii() == NonAscii.CHECKED) {
            return escapeChecked(rules, src, from, to, dst, at, end);
        }
        return PureJsonEscape.escape(rules, src, from, to, dst, at, end);
    }

    private static long escapeChecked(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        int read = from;
        int put = at;
        while (read < to) {
            int pieceEnd = Math.min(to, read + CHECKED_PIECE_LEN);
            int valid = VectorScan.validPrefix(src, read, pieceEnd);
            long done = escapeCopied(rules, src, read, read + valid, dst, put, end);
            int taken = Kernels.read(done);
            int written = Kernels.written(done);
            // Not a sequence of which only the beginning fits.
            while (taken < valid && (src[read + taken] & 0xC0) == 0x80) {
                taken--;
                written--;
            }
            read += taken;
            put += written;
            if (taken < valid || valid == 0) {
                break;
            }
        }
        return Kernels.progress(read - from, put - at);
    }

    private static long escapeCopied(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        boolean shortForms = VectorCompress.AVAILABLE && rules.shortForms();
        int s = from;
        int d = at;
        while (to - s >= VectorScan.LANES && end - d >= VectorScan.LANES) {
            ByteVector bytes = ByteVector.fromArray(VectorScan.BYTES, src, s);
            VectorMask<Byte> escapes = VectorScan.escapes(bytes);
            bytes.intoArray(dst, d);
            if (!escapes.anyTrue()) {
                s += VectorScan.LANES;
                d += VectorScan.LANES;
                continue;
            }
            if (shortForms && end - d >= 2 * VectorScan.LANES) {
                int written = pairs(src, s, escapes.toLong(), dst, d);
                if (written > 0) {
                    s += VectorScan.LANES;
                    d += written;
                    continue;
                }
            }
            long done = PureJsonEscape.escape(rules, src, s, s + VectorScan.LANES, dst, d, end);
            s += Kernels.read(done);
            d += Kernels.written(done);
            if (Kernels.read(done) < VectorScan.LANES) {
                return Kernels.progress(s - from, d - at);
            }
        }
        long rest = PureJsonEscape.escape(rules, src, s, to, dst, d, end);
        return Kernels.progress(s - from + Kernels.read(rest), d - at + Kernels.written(rest));
    }

    /** Writes 64 bytes with escapes; returns 0 if an escape is not a short form. */
    private static int pairs(byte[] src, int from, long escapes, byte[] dst, int at) {
        int lower = pairs(src, from, (int) escapes, dst, at);
        int upper = lower == 0 ? 0 : pairs(src, from + 32, (int) (escapes >>> 32), dst, at + lower);
        return upper == 0 ? 0 : lower + upper;
    }

    /** Writes half of them: each byte becomes a pair of the byte and a gap, or of a backslash and a letter. */
    static int pairs(byte[] src, int from, int escapes, byte[] dst, int at) {
        ByteVector bytes = ByteVector.fromArray(ByteVector.SPECIES_256, src, from);
        ByteVector places = (ByteVector) bytes.and((byte) 63).reinterpretShape(VectorCompress.BYTES, 0);
        ByteVector found = places.selectFrom(ByteVector.fromArray(VectorCompress.BYTES, LETTERS, 0));
        ByteVector letters = ((ByteVector) found.reinterpretShape(ByteVector.SPECIES_256, 0))
                .blend((byte) '\\', bytes.eq((byte) '\\'));
        if ((letters.eq((byte) 0).toLong() & escapes) != 0) {
            return 0;
        }
        ShortVector plain = (ShortVector) bytes
                .convertShape(VectorOperators.ZERO_EXTEND_B2S, ShortVector.SPECIES_512, 0);
        ShortVector escaped = ((ShortVector) letters
                .convertShape(VectorOperators.ZERO_EXTEND_B2S, ShortVector.SPECIES_512, 0))
                .lanewise(VectorOperators.LSHL, 8).or((short) '\\');
        plain.blend(escaped, VectorMask.fromLong(ShortVector.SPECIES_512, escapes & 0xFFFF_FFFFL))
                .reinterpretAsBytes()
                .compress(VectorMask.fromLong(VectorCompress.BYTES, VectorCompress.kept(escapes)))
                .intoArray(dst, at);
        return 32 + Integer.bitCount(escapes);
    }

    /**
     * Makes the table of short forms by the lower six bits of the character; the backslash shares an index with a
     * control.
     */
    private static byte[] letters() {
        byte[] letters = new byte[64];
        for (int i = 0; i < EscapeRules.SHORT_FORMS.length(); i += 2) {
            char c = EscapeRules.SHORT_FORMS.charAt(i);
            if (c < 64) {
                letters[c] = (byte) EscapeRules.SHORT_FORMS.charAt(i + 1);
            }
        }
        return letters;
    }
}
