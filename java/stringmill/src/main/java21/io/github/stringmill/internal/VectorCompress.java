package io.github.stringmill.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Removes bytes from a vector and closes the gaps. Only some machines have an instruction for it; on others the virtual
 * machine would work one lane at a time.
 *
 * <p>Methods that use it take arrays and numbers, never vectors: a vector that is passed to a method is an object,
 * unless the compiler of the virtual machine inlines that method.
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
     * Returns the mask of the bytes to keep among 32 pairs: the lower byte of each pair, and both bytes of a whole
     * pair.
     *
     * @param whole a bit for each pair that is whole
     */
    static long kept(int whole) {
        return LOWER_BYTES | Long.expand(whole & 0xFFFF_FFFFL, ~LOWER_BYTES);
    }
}
