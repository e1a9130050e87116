package io.github.stringmill.ion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.amazon.ion.IonReader;
import io.github.stringmill.Stringmill;
import io.github.stringmill.process.ChildJvm;
import io.github.stringmill.process.ManyThreads;
import io.github.stringmill.process.Redeploy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Closed readers and writers keep no class loader and little heap. */
class NothingStaysTest {
    private static String classPath() {
        return ChildJvm.classPath(Program.class, StringmillIonSystem.class, Stringmill.class, IonReader.class,
                ManyThreads.class);
    }

    @Test
    void classLoadersAreUnloadedWhilePooledThreadsLive() throws Exception {
        // There is no control: ion-java 1.12.1 keeps its class loader once it has written a float.
        assertEquals("0 class loaders, 0 libraries", Redeploy.report(Program.class, classPath()));
    }

    @Test
    void virtualThreadsUseAsMuchHeapAsWithIonJava() throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "virtual threads need Java 21 or newer");
        Map<String, Long> heap = ManyThreads.report(Program.class, classPath(), 2_000, List.of("stock", "ours"));
        assertTrue(heap.get("ours") <= 1.2 * heap.get("stock"), heap.toString());
    }
}
