package io.github.stringmill.internal;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** How far text is plain, a vector at a time. */
final class VectorScan {
    static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
    static final int LANES = BYTES.length();

    /** So much goes the plain way where text is not ASCII, before a vector looks whether it is again. */
    private static final int PLAIN_LEN = 512;

    private VectorScan() {}

    /** Where JSON must escape: quote, backslash, controls. */
    static VectorMask<Byte> escapes(ByteVector bytes) {
        // Signed comparison takes bytes above 0x7F for negative, so the sign is turned.
        return bytes.lanewise(VectorOperators.XOR, (byte) 0x80).lt((byte) (0x20 ^ 0x80))
                .or(bytes.eq((byte) '"')).or(bytes.eq((byte) '\\'));
    }

    /** As {@link PureScan#withoutEscapes}. */
    static int withoutEscapes(byte[] src, int from, int to) {
        int at = from;
        for (; to - at >= LANES; at += LANES) {
            VectorMask<Byte> found = escapes(ByteVector.fromArray(BYTES, src, at));
            if (found.anyTrue()) {
                return at + found.firstTrue() - from;
            }
        }
        return at - from + PureScan.withoutEscapes(src, at, to);
    }

    /** As {@link PureScan#asciiWithoutEscapes}. */
    static int asciiWithoutEscapes(byte[] src, int from, int to) {
        int at = from;
        for (; to - at >= LANES; at += LANES) {
            ByteVector bytes = ByteVector.fromArray(BYTES, src, at);
            VectorMask<Byte> found = bytes.lt((byte) 0x20).or(bytes.eq((byte) '"')).or(bytes.eq((byte) '\\'));
            if (found.anyTrue()) {
                return at + found.firstTrue() - from;
            }
        }
        return at - from + PureScan.asciiWithoutEscapes(src, at, to);
    }

    /** How many leading bytes are below 0x80; it may stop short where less than a vector is left. */
    static int ascii(byte[] src, int from, int to) {
        int at = from;
        for (; to - at >= LANES; at += LANES) {
            VectorMask<Byte> found = ByteVector.fromArray(BYTES, src, at).lt((byte) 0);
            if (found.anyTrue()) {
                return at + found.firstTrue() - from;
            }
        }
        return at - from;
    }

    /** As {@link PureUtf8#validPrefix}; vectors run over ASCII. */
    static int validPrefix(byte[] src, int from, int to) {
        int at = from;
        while (to - at >= LANES) {
            at += ascii(src, at, to);
            // What stands here is looked at in plain Java, up to where ASCII may begin again.
            int soon = Math.min(to, at + PLAIN_LEN);
            int valid = PureUtf8.validPrefix(src, at, soon);
            at += valid;
            if (at < soon && soon - at > 3) {
                return at - from;
            }
            if (valid == 0) {
                break;
            }
        }
        return at - from + PureUtf8.validPrefix(src, at, to);
    }
}
