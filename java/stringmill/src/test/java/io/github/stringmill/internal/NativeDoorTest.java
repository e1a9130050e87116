package io.github.stringmill.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Faulty calls return a fault. */
class NativeDoorTest {
    private static final int JSON_ESCAPE = NativeDoor.Operation.JSON_ESCAPE.number;
    private static final int JSON_UNESCAPE = NativeDoor.Operation.JSON_UNESCAPE.number;

    @BeforeAll
    static void open() {
        OpenedKernels opened = NativeOpener.open(false);
        assumeTrue(opened.kernels() != null, opened.why());
    }

    @Test
    void onlyDirectBuffersHaveAnAddress() {
        assertEquals(0, NativeDoor.address(null));
        assertEquals(0, NativeDoor.address(ByteBuffer.allocate(1)));
    }

    @Test
    void nullAndNegativeArgumentsAreFaults() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(64);
        long memory = NativeDoor.address(buffer);
        assertEquals(-1, NativeDoor.run(JSON_UNESCAPE, 0, 0, 8, memory, 8));
        assertEquals(-1, NativeDoor.run(JSON_UNESCAPE, 0, memory, 8, 0, 8));
        assertEquals(-1, NativeDoor.run(JSON_UNESCAPE, 0, memory, -8, memory, 8));
        assertEquals(-1, NativeDoor.run(JSON_ESCAPE, 0, memory, 8, memory + 8, 8));
        assertEquals(-1, NativeDoor.run(99, 0, memory, 8, memory + 8, 8));
        assertEquals(-1, NativeDoor.makeRules(memory, 0, 0, true));
        assertEquals(-1, NativeDoor.makeRules(0, memory, 0, true));
        Reference.reachabilityFence(buffer);
    }
}
