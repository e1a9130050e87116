package io.github.stringmill.process;

import java.io.File;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/**
 * Deploys a program several times, each time with a class loader of its own, runs it in the same pool of threads, and
 * prints the number of class loaders and of copies of the native library that remain.
 *
 * <p>Arguments: the class of the program, a {@code Runnable}, and its class path.
 */
public final class Redeploy {
    private static final int TIMES = 5;
    private static final int THREADS = 3;
    /** On a busy machine the compiler may refer to a class this long. */
    private static final long NANOSECONDS_MAX = 30_000_000_000L;

    private Redeploy() {}

    /** Returns the report of a child process in which each collection clears soft references. */
    public static String report(Class<? extends Runnable> program, String classPath) throws Exception {
        return new ChildJvm(Map.of(), "-XX:SoftRefLRUPolicyMSPerMB=0", "-Xmx96m")
                .run(ChildJvm.classPath(Redeploy.class), Redeploy.class, program.getName(), classPath)
                .strip();
    }

    public static void main(String[] arguments) throws Exception {
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        for (int i = 0; i < TIMES; i++) {
            loaders.add(deploy(arguments[0], arguments[1], pool));
        }
        long begun = System.nanoTime();
        while ((live(loaders) > 0 || libraries() > 0) && System.nanoTime() - begun < NANOSECONDS_MAX) {
            System.gc();
            Thread.sleep(10);
        }
        System.out.println(live(loaders) + " class loaders, " + libraries() + " libraries");
        pool.shutdown();
    }

    private static WeakReference<ClassLoader> deploy(String program, String classPath, ExecutorService pool)
            throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        Runnable runnable = (Runnable) loader.loadClass(program).getConstructor().newInstance();
        // Each task waits for the others, so each thread of the pool runs one.
        CountDownLatch all = new CountDownLatch(THREADS);
        List<Throwable> failures = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            pool.execute(() -> {
                try {
                    runnable.run();
                } catch (Throwable e) {
                    synchronized (failures) {
                        failures.add(e);
                    }
                }
                all.countDown();
                awaitAll(all);
            });
        }
        all.await();
        loader.close();
        if (!failures.isEmpty()) {
            throw new AssertionError(failures.get(0));
        }
        return new WeakReference<>(loader);
    }

    private static void awaitAll(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static long live(List<WeakReference<ClassLoader>> loaders) {
        return loaders.stream().filter(loader -> loader.get() != null).count();
    }

    /** Returns the number of mapped copies of the library; the files are deleted, but their names differ. */
    private static long libraries() throws Exception {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.contains("libstringmill")).map(line -> line.split(" +", 6)[5])
                    .distinct().count();
        }
    }
}
