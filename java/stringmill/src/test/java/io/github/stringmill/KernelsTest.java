package io.github.stringmill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import org.junit.jupiter.api.Test;

/** The running kernels are those that this execution of the tests forces. */
class KernelsTest {
    @Test
    void theExpectedKernelsRun() {
        String expected = System.getProperty("stringmill.test.expect");
        assertNotNull(expected, "each run of the tests says which kernels it is for");
        assertEquals(expected, Stringmill.kernels().split(" ")[0]);
    }
}
