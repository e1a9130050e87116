package io.github.stringmill.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.stringmill.Stringmill;
import org.junit.jupiter.api.Test;

/** Memory that remains after a program has ended. */
class NothingStaysTest {
    @Test
    void classLoadersAreUnloadedWhilePooledThreadsLive() throws Exception {
        assertEquals("0 class loaders, 0 libraries",
                Redeploy.report(CoreProgram.class, ChildJvm.classPath(CoreProgram.class, Stringmill.class)));
    }
}
