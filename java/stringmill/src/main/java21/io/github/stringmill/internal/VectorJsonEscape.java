package io.github.stringmill.internal;

import io.github.stringmill.internal.EscapeRules.NonAscii;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * Escaping of UTF-8 with vectors, for the characters that JSON demands; other rules go the plain way.
 *
 * <p>Method. A vector is copied as it is looked at. Where something in it is escaped, the machine that can moves bytes
 * within a vector makes a pair of each byte, the escape or the byte and nothing, and leaves the nothing out; elsewhere
 * the escape is written over what was copied, and the next vector begins behind it.
 */
final class VectorJsonEscape {
    /** Well-formedness is looked at in pieces, so that the text is still near when it is escaped. */
    private static final int CHECKED_PIECE_LEN = 8192;

    private static final byte[] LETTERS = letters();

    private VectorJsonEscape() {}

    /** As {@link Kernels#jsonEscape}. */
    static long escape(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        if (rules.standardSet() && rules.nonAscii() == NonAscii.COPIED) {
            return copied(rules, src, from, to, dst, at, end);
        }
        if (rules.standardSet() && rules.nonAscii() == NonAscii.CHECKED) {
            return checked(rules, src, from, to, dst, at, end);
        }
        return PureJsonEscape.escape(rules, src, from, to, dst, at, end);
    }

    private static long checked(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        int read = from;
        int put = at;
        while (read < to) {
            int soon = Math.min(to, read + CHECKED_PIECE_LEN);
            int valid = VectorScan.validPrefix(src, read, soon);
            long done = copied(rules, src, read, read + valid, dst, put, end);
            int taken = Kernels.read(done);
            int written = Kernels.written(done);
            // A sequence that had room for its beginning alone is not taken.
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

    private static long copied(EscapeRules rules, byte[] src, int from, int to, byte[] dst, int at, int end) {
        boolean shortForms = VectorCompress.AVAILABLE && rules.shortForms();
        int s = from;
        int d = at;
        while (to - s >= VectorScan.LANES && end - d >= VectorScan.LANES + 8) {
            ByteVector bytes = ByteVector.fromArray(VectorScan.BYTES, src, s);
            VectorMask<Byte> escapes = VectorScan.escapes(bytes);
            bytes.intoArray(dst, d);
            if (!escapes.anyTrue()) {
                s += VectorScan.LANES;
                d += VectorScan.LANES;
                continue;
            }
            if (shortForms && end - d >= 2 * VectorScan.LANES) {
                int written = pairs(bytes, escapes, dst, d);
                if (written > 0) {
                    s += VectorScan.LANES;
                    d += written;
                    continue;
                }
            }
            int before = escapes.firstTrue();
            int c = src[s + before];
            if (rules.length(c) < 0) {
                return Kernels.progress(s + before - from, d + before - at);
            }
            Words.store8(dst, d + before, rules.text(c));
            s += before + 1;
            d += before + rules.length(c);
        }
        long rest = PureJsonEscape.escape(rules, src, s, to, dst, d, end);
        return Kernels.progress(s - from + Kernels.read(rest), d - at + Kernels.written(rest));
    }

    /** Writes 64 bytes, some of which are escaped; returns 0 where one of these has no short form. */
    private static int pairs(ByteVector bytes, VectorMask<Byte> escapes, byte[] dst, int at) {
        ByteVector letters = letters(bytes);
        if (escapes.and(letters.eq((byte) 0)).anyTrue()) {
            return 0;
        }
        long bits = escapes.toLong();
        int lower = pairs(bytes, letters, 0, (int) bits, dst, at);
        return lower + pairs(bytes, letters, 1, (int) (bits >>> 32), dst, at + lower);
    }

    /** The letter of the short form of each byte; 0 where it has none, and of no meaning where it is not escaped. */
    static ByteVector letters(ByteVector bytes) {
        return bytes.and((byte) 63).selectFrom(ByteVector.fromArray(VectorCompress.BYTES, LETTERS, 0));
    }

    /** Half of them: each becomes a pair of a byte and nothing, or of a backslash and a letter. */
    private static int pairs(ByteVector bytes, ByteVector letters, int half, int escapes, byte[] dst, int at) {
        ShortVector plain = VectorCompress.wide(bytes, half);
        ShortVector escaped = VectorCompress.wide(letters, half).lanewise(VectorOperators.LSHL, 8).or((short) '\\');
        VectorMask<Short> mask = VectorMask.fromLong(ShortVector.SPECIES_512, escapes & 0xFFFF_FFFFL);
        return VectorCompress.put(plain.blend(escaped, mask), escapes, dst, at);
    }

    /** The letters of short forms by the lower six bits of the character: no two of those that are escaped share them. */
    private static byte[] letters() {
        byte[] letters = new byte[64];
        for (int i = 0; i < EscapeRules.SHORT_FORMS.length(); i += 2) {
            letters[EscapeRules.SHORT_FORMS.charAt(i) & 63] = (byte) EscapeRules.SHORT_FORMS.charAt(i + 1);
        }
        return letters;
    }
}
