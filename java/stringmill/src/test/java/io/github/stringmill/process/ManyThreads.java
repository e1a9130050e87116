package io.github.stringmill.process;

import java.lang.ref.Reference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/**
 * Runs programs in many virtual threads each, and prints the heap in use while all of these threads are alive and idle.
 * The result of a program is reachable as long as its thread.
 *
 * <p>Arguments: the class of the programs, a {@code Supplier} with a constructor that takes a string; the number of
 * threads; and the string of each program.
 */
public final class ManyThreads {
    private static final int WARM_UP_THREADS = 50;

    /**
     * The methods on the stack of an idle virtual thread. Such stacks are most of the heap in use, and compiled frames
     * are a third shorter. So these methods are never compiled: the result must not depend on the speed of the compiler.
     */
    private static final List<String> INTERPRETED = List.of("io/github/stringmill/process/ManyThreads*.*",
            "java/util/concurrent/CountDownLatch*.*", "java/util/concurrent/locks/*.*", "java/lang/VirtualThread*.*",
            "java/lang/Thread.runWith", "jdk/internal/vm/Continuation*.*");

    private ManyThreads() {}

    /** Returns the bytes that each program of a child process uses. */
    public static Map<String, Long> report(Class<? extends Supplier<Object>> type, String classPath, int threads,
            List<String> programs) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(type.getName(), Integer.toString(threads)));
        arguments.addAll(programs);
        // With one carrier thread the programs run in turn. With several, pools keep the largest number of buffers in
        // use at once. The buffer from which a thread allocates (TLAB) counts as in use, and would have 2 MB: a thread
        // that allocates anything between the collection and the measurement would add that.
        List<String> options = new ArrayList<>(List.of("-XX:+UseSerialGC", "-Xmx400m",
                "-XX:SoftRefLRUPolicyMSPerMB=100000", "-Djdk.virtualThreadScheduler.parallelism=1",
                "-Djdk.virtualThreadScheduler.maxPoolSize=1", "-XX:TLABSize=16k", "-XX:-ResizeTLAB",
                "-XX:CompileCommand=quiet"));
        INTERPRETED.forEach(methods -> options.add("-XX:CompileCommand=exclude," + methods));
        String output = new ChildJvm(Map.of(), options.toArray(String[]::new))
                .run(classPath, ManyThreads.class, arguments.toArray(String[]::new));
        Map<String, Long> bytes = new LinkedHashMap<>();
        for (String line : output.strip().split("\n")) {
            String[] words = line.split(" ");
            bytes.put(words[0], Long.parseLong(words[1]));
        }
        return bytes;
    }

    public static void main(String[] arguments) throws Exception {
        Constructor<?> constructor = Class.forName(arguments[0]).getConstructor(String.class);
        int threads = Integer.parseInt(arguments[1]);
        for (int i = 2; i < arguments.length; i++) {
            measure(constructor, arguments[i], WARM_UP_THREADS);
            System.out.println(arguments[i] + " " + measure(constructor, arguments[i], threads));
        }
    }

    private static long measure(Constructor<?> constructor, String name, int threads) throws Exception {
        Supplier<?> program = (Supplier<?>) constructor.newInstance(name);
        // The tests are compiled for Java 17.
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        CountDownLatch used = new CountDownLatch(threads);
        CountDownLatch ended = new CountDownLatch(threads);
        CountDownLatch end = new CountDownLatch(1);
        long before = usedBytes();
        Runnable task = () -> {
            Object result = program.get();
            used.countDown();
            await(end);
            Reference.reachabilityFence(result);
            ended.countDown();
        };
        for (int i = 0; i < threads; i++) {
            start.invoke(null, task);
        }
        used.await();
        long bytes = usedBytes() - before;
        end.countDown();
        ended.await();
        return bytes;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static long usedBytes() {
        Runtime runtime = Runtime.getRuntime();
        System.gc();
        System.gc();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
