package io.github.stringmill.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class KernelsHolderTest {
    @Test
    void theKernelsThatThisRunIsForAreTheOnesThatRun() {
        String expected = System.getProperty("stringmill.test.expect", "");
        String name = KernelsHolder.KERNELS.name();
        assertTrue(expected.isEmpty() || name.equals(expected) || name.startsWith(expected + " ("),
                () -> "expected " + expected + ", but " + KernelsHolder.says());
    }

    @Test
    void saysWhichKernelsRun() {
        assertTrue(KernelsHolder.says().contains(KernelsHolder.KERNELS.name()), KernelsHolder.says());
    }

    @Test
    void whatCannotBeHadIsRefusedWithItsReasonAtEachUse() {
        Kernels refused = new RefusedKernels("these cannot be had: a reason");
        IllegalStateException e =
                assertThrows(IllegalStateException.class, () -> refused.utf8Validate(new byte[1], 0, 1));
        assertEquals("these cannot be had: a reason", e.getMessage());
    }
}
