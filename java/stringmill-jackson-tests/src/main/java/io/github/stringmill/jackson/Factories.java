package io.github.stringmill.jackson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.stringmill.Stringmill;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requirements on our factory for any version of Jackson: to handle targets as Jackson's factory does, and to refuse an
 * older version.
 *
 * @param <F> the type of Jackson's factory
 */
public abstract class Factories<F> {
    protected static final String LONG = "A text of \"more\" than sixty-four characters, with \u00E9, \u0436, \u4E2D "
            + "and " + "\uD83D\uDE00 in it. ".repeat(9);
    protected static final Map<String, Object> VALUE = Map.of("key", List.of(LONG, "short", 7));

    /** Makes a factory with default settings. */
    protected abstract F factory(boolean ours);

    /**
     * Makes one of our factories with many settings: it escapes slashes and characters above U+012C, separates values
     * by a line feed, replaces ill-formed UTF-8, and refuses arrays nested deeper than five.
     */
    protected abstract F withSettings();

    protected abstract Generator generator(F factory, OutputStream out) throws IOException;

    protected abstract Generator generator(F factory, OutputStream out, String encoding) throws IOException;

    protected abstract Generator generator(F factory, File out, String encoding) throws IOException;

    /** Makes a generator with three features: to close the target, to flush it, to close arrays and objects. */
    protected abstract Generator generator(F factory, OutputStream out, boolean closes, boolean flushes,
            boolean closesContent) throws IOException;

    /** Makes a generator whose pretty printer separates values of arrays by raw text. */
    protected abstract Generator separating(F factory, OutputStream out, String separator) throws IOException;

    /** Returns the encodings of Jackson, by their names in Java. */
    protected abstract List<String> encodings();

    /** Makes one of our generators that recycles its buffer at the end. */
    protected abstract Generator recycling(F factory);

    /** Returns the buffer of such a generator. */
    protected abstract byte[] buffer(Generator recycling);

    /** Raw text of a printer and characters of a short string pass through the same array. */
    @Test
    public void aPrinterWritesRawText() throws IOException {
        ByteArrayOutputStream[] outs = {new ByteArrayOutputStream(), new ByteArrayOutputStream()};
        for (int i = 0; i < 2; i++) {
            try (Generator generator = separating(factory(i == 0), outs[i], ", by \"the\" printer ".repeat(9))) {
                generator.startArray();
                for (int len = 0; len < LONG.length(); len++) {
                    generator.string(LONG.substring(0, len));
                    generator.string("plain ".repeat(40).substring(0, len));
                }
            }
        }
        assertEquals(outs[1].toString(StandardCharsets.UTF_8), outs[0].toString(StandardCharsets.UTF_8));
    }

    /** A new generator allocates little more than Jackson's: two fields, and one object for a longer string. */
    @Test
    public void newGeneratorsAllocateLittle() throws IOException {
        for (int len : new int[] {20, 100}) {
            long most = allocated(factory(false), len) + (len < 64 ? 16 : 64);
            long found = allocated(factory(true), len);
            assertTrue(found <= most, "a generator with " + len + " characters allocates " + found + " > " + most);
        }
    }

    /** Returns the bytes for one generator, the least of several, since the first uses fill pools. */
    private long allocated(F factory, int len) throws IOException {
        var thread = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        String text = "x".repeat(len);
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 50; i++) {
            long before = thread.getThreadAllocatedBytes(Thread.currentThread().getId());
            try (Generator generator = generator(factory, OutputStream.nullOutputStream())) {
                generator.string(text);
            }
            least = Math.min(least, thread.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
        }
        return least;
    }

    @SuppressWarnings("unchecked")
    protected static <T> T serialized(T object) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) in.readObject();
        }
    }

    /** Makes a stream that writes every byte twice. */
    protected static OutputStream doubling(OutputStream out) {
        return new FilterOutputStream(out) {
            @Override
            public void write(int b) throws IOException {
                out.write(b);
                out.write(b);
            }
        };
    }

    /** Asserts that a factory writes by the settings of {@link #withSettings()}. */
    protected void assertWritesBySettings(F factory) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Generator generator = generator(factory, out)) {
            generator.string("/\u4E2D\u00E9");
            generator.utf8(new byte[] {'a', (byte) 0xFF}, 0, 2);
        }
        assertEquals("\"\\/\\u4E2D\u00E9\"\n\"a\uFFFD\"", out.toString(StandardCharsets.UTF_8));
    }

    @Test
    public void constraintsHold() throws Exception {
        try (Generator generator = generator(withSettings(), new ByteArrayOutputStream())) {
            for (int i = 0; i < 5; i++) {
                generator.startArray();
            }
            Exception ours = assertThrows(Exception.class, generator::startArray);
            assertEquals("StreamConstraintsException", ours.getClass().getSimpleName());
        }
    }

    @Test
    public void otherEncodingsAndFiles(@TempDir Path folder) throws Exception {
        assertTrue(encodings().size() >= 5);
        for (String encoding : encodings()) {
            byte[][] written = new byte[2][];
            for (int i = 0; i < 2; i++) {
                F factory = factory(i == 1);
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                try (Generator generator = generator(factory, out, encoding)) {
                    generator.string(LONG);
                }
                Path file = folder.resolve("file");
                try (Generator generator = generator(factory, file.toFile(), encoding)) {
                    generator.string(LONG);
                }
                written[i] = out.toByteArray();
                assertEquals(out.toString(encoding), Files.readString(file, Charset.forName(encoding)));
            }
            assertEquals(new String(written[0], "ISO-8859-1"), new String(written[1], "ISO-8859-1"), encoding);
        }
    }

    /** Records the calls to it. */
    private static final class Recorded extends OutputStream {
        final StringBuilder calls = new StringBuilder();

        @Override
        public void write(int b) {
            calls.append('b');
        }

        @Override
        public void write(byte[] bytes, int from, int len) {
            calls.append('w').append(len);
        }

        @Override
        public void flush() {
            calls.append('f');
        }

        @Override
        public void close() {
            calls.append('c');
        }
    }

    @Test
    public void targetsAreFlushedAndClosedAlike() throws Exception {
        for (int features = 0; features < 8; features++) {
            String[] calls = new String[2];
            for (int i = 0; i < 2; i++) {
                Recorded out = new Recorded();
                Generator generator = generator(factory(i == 1), out, (features & 1) != 0, (features & 2) != 0,
                        (features & 4) != 0);
                generator.startArray();
                generator.string(LONG);
                generator.flush();
                generator.utf8(LONG.getBytes(StandardCharsets.UTF_8), 0, 100);
                generator.close();
                assertTrue(generator.isClosed());
                generator.close();
                calls[i] = out.calls.toString();
            }
            assertEquals(calls[0], calls[1], "features " + features);
        }
    }

    /** A setting of our builder returns our builder, so that its last method makes our factory. */
    @Test
    public void buildersKeepTheirType() throws Exception {
        Class<?> builder = factory(true).getClass().getMethod("builder").getReturnType();
        int settings = 0;
        for (Method method : builder.getMethods()) {
            if (!method.isBridge() && method.getReturnType() == builder) {
                settings++;
            } else if (!method.isBridge() && method.getReturnType() != Object.class) {
                assertFalse(method.getReturnType().isAssignableFrom(builder), method.toString());
            }
        }
        assertTrue(settings > 30, settings + " settings");
        assertEquals(factory(true).getClass(), builder.getMethod("build").getReturnType());
    }

    @Test
    public void buffersAreRecycled() throws Exception {
        F factory = factory(true);
        byte[][] buffers = new byte[2][];
        for (int i = 0; i < 2; i++) {
            Generator generator = recycling(factory);
            buffers[i] = buffer(generator);
            generator.string(LONG);
            generator.utf8(new ByteArrayInputStream(LONG.getBytes(StandardCharsets.UTF_8)), -1);
            generator.close();
        }
        assertNotNull(buffers[0]);
        assertSame(buffers[0], buffers[1]);
    }

    @Test
    public void refusesJacksonThatIsTooOld() throws Exception {
        // Settings that one version refuses are accepted by another, in the same way.
        constructAndBuild(jar(factory(false).getClass()));
        Path jackson = Path.of(System.getProperty("stringmill.test.refused"));
        assertTrue(Files.exists(jackson), jackson + " is not there");
        IllegalStateException e =
                assertThrows(IllegalStateException.class, () -> constructAndBuild(jackson.toUri().toURL()));
        String version = jackson.getFileName().toString().replace("jackson-core-", "").replace(".jar", "");
        assertTrue(e.getMessage().endsWith("or newer, not " + version), e.getMessage());
    }

    /** Makes one of our factories by its constructor, and one by its builder, with the Jackson of a jar. */
    private void constructAndBuild(URL jackson) throws Exception {
        URL[] jars = {jar(factory(true).getClass()), jar(Stringmill.class), jackson};
        try (URLClassLoader loader = new URLClassLoader(jars, ClassLoader.getPlatformClassLoader())) {
            Class<?> factory = loader.loadClass(factory(true).getClass().getName());
            RuntimeException[] refusals = new RuntimeException[2];
            refusals[0] = refusal(() -> factory.getConstructor().newInstance());
            Object builder = factory.getMethod("builder").invoke(null);
            refusals[1] = refusal(() -> builder.getClass().getMethod("build").invoke(builder));
            assertEquals(String.valueOf(refusals[0]), String.valueOf(refusals[1]));
            if (refusals[0] != null) {
                throw refusals[0];
            }
        }
    }

    private interface Call {
        Object call() throws ReflectiveOperationException;
    }

    private static RuntimeException refusal(Call call) throws ReflectiveOperationException {
        try {
            assertNotNull(call.call());
            return null;
        } catch (InvocationTargetException e) {
            return assertInstanceOf(RuntimeException.class, e.getCause());
        }
    }

    private static URL jar(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }
}
