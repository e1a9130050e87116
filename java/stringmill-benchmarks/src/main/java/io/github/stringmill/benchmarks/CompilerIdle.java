package io.github.stringmill.benchmarks;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Lets the compiler of the JVM finish before an iteration begins, so that a short warm-up suffices even on a busy
 * machine: while this thread sleeps, only the compiler uses the processor. Needs Linux to measure it. It does not wait
 * on other systems, nor if garbage is counted, because the measurement allocates.
 */
@State(Scope.Thread)
public class CompilerIdle {
    /** The property that switches the wait off. */
    static final String NO_WAIT = "stringmill.benchmarks.no-wait";

    private static final boolean WAITS = !Boolean.getBoolean(NO_WAIT);
    private static final Path THREADS = Path.of("/proc/self/task");
    private static final int SLEEP_MILLIS = 3;
    private static final int IDLE_SLEEPS = 2;
    private static final int MOST_SLEEPS = 300;
    /** The processor time of an idle sleep, including the measurement. */
    private static final long IDLE_NANOS = 1_200_000;

    /**
     * Waits until the process is nearly idle, about a second at most.
     *
     * @throws InterruptedException if the run is interrupted
     */
    @Setup(Level.Iteration)
    public void await() throws InterruptedException {
        if (!WAITS) {
            return;
        }
        long before = used();
        int idle = 0;
        for (int i = 0; i < MOST_SLEEPS && idle < IDLE_SLEEPS; i++) {
            Thread.sleep(SLEEP_MILLIS);
            long now = used();
            idle = now - before < IDLE_NANOS ? idle + 1 : 0;
            before = now;
        }
    }

    /** Returns the processor time of all threads together, in nanoseconds. */
    private static long used() {
        long sum = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
            for (Path thread : threads) {
                String stat = Files.readString(thread.resolve("schedstat"));
                sum += Long.parseLong(stat.substring(0, stat.indexOf(' ')));
            }
        } catch (IOException e) {
            // A thread has ended, or this is not Linux: sum up the rest.
            return sum;
        }
        return sum;
    }
}
