package io.github.stringmill.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Bytes moved together within a vector, which only some machines do in one instruction; on others the virtual machine
 * would do it one lane at a time.
 */
final class VectorCompress {
    /** Whether this machine has the instruction. */
    static final boolean AVAILABLE = ByteVector.SPECIES_PREFERRED.length() == 64 && cpuHas(" avx512_vbmi2");

    static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_512;

    private static final long LOWER_BYTES = 0x5555_5555_5555_5555L;

    private VectorCompress() {}

    private static boolean cpuHas(String flag) {
        try {
            return Files.readString(Path.of("/proc/cpuinfo"), StandardCharsets.ISO_8859_1).contains(flag);
        } catch (IOException | SecurityException e) {
            return false;
        }
    }

    /**
     * Writes 32 pairs of bytes, of which some are single: those whose upper byte is left out.
     *
     * @param pairs the lower byte comes first
     * @param whole a bit for each pair that has both
     * @return how many bytes it has written; 64 may be overwritten
     */
    static int put(ShortVector pairs, int whole, byte[] dst, int at) {
        long kept = LOWER_BYTES | Long.expand(whole & 0xFFFF_FFFFL, ~LOWER_BYTES);
        put(pairs.reinterpretAsBytes(), kept, dst, at);
        return 32 + Integer.bitCount(whole);
    }

    /** Writes those bytes of 64 whose bits are set; 64 may be overwritten. */
    static void put(ByteVector bytes, long kept, byte[] dst, int at) {
        bytes.compress(VectorMask.fromLong(BYTES, kept)).intoArray(dst, at);
    }

    /** Half of 64 bytes, each as a number of 16 bits. */
    static ShortVector wide(ByteVector bytes, int half) {
        return (ShortVector) bytes.convertShape(VectorOperators.ZERO_EXTEND_B2S, ShortVector.SPECIES_512, half);
    }
}
