package io.github.stringmill.internal;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Part of the vector kernels: finds the end of plain text, a vector at a time. */
final class VectorScan {
    static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
    static final int LANES = BYTES.length();

    /** After a non-ASCII byte, this many bytes go to the pure kernels before a vector is tried again. */
    private static final int PLAIN_LEN = 512;

    private VectorScan() {}

    /** Marks the bytes that RFC 8259 requires to be escaped: quote, backslash, controls. */
    static VectorMask<Byte> escapes(ByteVector bytes) {
        // Signed comparison would treat bytes above 0x7F as negative, so the sign bit is flipped.
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

    /** Counts the leading bytes below 0x80; may stop early if less than a vector remains. */
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

    /** As {@link PureUtf8#validPrefix}; vectors skip ASCII. */
    static int validPrefix(byte[] src, int from, int to) {
        int at = from;
        while (to - at >= LANES) {
            at += ascii(src, at, to);
            // Plain Java validates from here to the next index at which a vector is tried.
            int retryAt = Math.min(to, at + PLAIN_LEN);
            int valid = PureUtf8.validPrefix(src, at, retryAt);
            at += valid;
            if (at < retryAt && retryAt - at > 3) {
                return at - from;
            }
            if (valid == 0) {
                break;
            }
        }
        return at - from + PureUtf8.validPrefix(src, at, to);
    }
}
