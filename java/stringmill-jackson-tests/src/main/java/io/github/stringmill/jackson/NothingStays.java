package io.github.stringmill.jackson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.stringmill.Stringmill;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Memory that closed generators leave, compared with Jackson's own. */
public abstract class NothingStays {
    /** A run with the full number of threads takes a minute. */
    private static final boolean IS_WHOLE = System.getenv().getOrDefault("STRINGMILL_ONE_IN", "1").equals("1");

    /** Returns the remains of a redeployed program. */
    protected abstract String redeployed(boolean ours) throws Exception;

    /** Returns the names of Jackson's pools. */
    protected abstract List<String> pools();

    /** Returns the heap that virtual threads use, for each of several programs. */
    protected abstract Map<String, Long> heap(int threads, List<String> programs) throws Exception;

    @Test
    public void classLoadersAreUnloadedWhilePooledThreadsLive() throws Exception {
        assertEquals("0 class loaders, 0 libraries", redeployed(false));
        assertEquals("0 class loaders, 0 libraries", redeployed(true));
    }

    @Test
    public void virtualThreadsUseAsMuchHeapAsWithTheOriginal() throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "virtual threads need Java 21 or newer");
        assumeTrue(!Stringmill.kernels().startsWith("vector"), "vector kernels keep as much as pure ones");
        List<String> pools = pools();
        assertTrue(pools.size() >= 5, pools.toString());
        compare(IS_WHOLE ? 10_000 : 1_000, "", pools);
        compare(1_000, "-open", List.of(pools.get(0)));
    }

    private void compare(int threads, String mode, List<String> pools) throws Exception {
        List<String> programs = new ArrayList<>();
        for (String pool : pools) {
            programs.add("stock-" + pool + mode);
            programs.add("ours-" + pool + mode);
        }
        Map<String, Long> heap = heap(threads, programs);
        for (String pool : pools) {
            long stock = heap.get("stock-" + pool + mode);
            long ours = heap.get("ours-" + pool + mode);
            assertTrue(stock > 100L * threads, heap.toString());
            assertTrue(ours <= 1.2 * stock, heap.toString());
        }
    }
}
