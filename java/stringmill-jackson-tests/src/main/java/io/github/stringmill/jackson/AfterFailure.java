package io.github.stringmill.jackson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.stringmill.IllFormed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** After a value that fails, our generators write the next one outside its string. */
public abstract class AfterFailure {
    /** Text that injects tokens if it is read outside a string. */
    private static final String NEXT = ",{},[7],";

    /** Sequences that are ill-formed at their first byte. */
    private static final String[] ILL_FORMED = {
        "80", "FF", "C080", "C3", "C328", "E28228", "EDA080", "F0808080", "F4908080", "F09F98"};

    private final Jackson jackson;

    protected AfterFailure(Jackson jackson) {
        this.jackson = jackson;
    }

    private interface Write {
        void to(Generator generator) throws IOException;
    }

    /** Writes a failing value between others, and returns the tokens that Jackson reads. */
    private List<String> tokens(IllFormed policy, Class<? extends Throwable> failure, Write write) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Generator generator = jackson.generator(policy, Settings.DEFAULT, out)) {
            generator.startArray();
            generator.number(1);
            assertThrows(failure, () -> write.to(generator));
            generator.string(NEXT);
        }
        List<String> tokens = new ArrayList<>();
        try (Parser parser = jackson.parser(new ByteArrayInputStream(out.toByteArray()))) {
            for (String token = parser.next(); token != null; token = parser.next()) {
                tokens.add(token.equals("VALUE_STRING") ? parser.text() : token);
            }
        }
        return tokens;
    }

    private static List<String> expected(String... strings) {
        List<String> tokens = new ArrayList<>(List.of("START_ARRAY", "VALUE_NUMBER_INT"));
        tokens.addAll(List.of(strings));
        tokens.addAll(List.of(NEXT, "END_ARRAY"));
        return tokens;
    }

    private static InputStream slowly(byte[] bytes, int most) {
        return SameTokens.slowly(bytes, most);
    }

    @Test
    public void refusedText() throws Exception {
        for (int before : new int[] {0, 1, 7, 63, 500, 7_990, 7_999, 8_000, 8_001, 24_000}) {
            String good = "\"\u00E9,".repeat(before / 4) + "a".repeat(before % 4);
            for (String hex : ILL_FORMED) {
                ByteArrayOutputStream text = new ByteArrayOutputStream();
                text.writeBytes(good.getBytes(StandardCharsets.UTF_8));
                for (int i = 0; i < hex.length(); i += 2) {
                    text.write(Integer.parseInt(hex.substring(i, i + 2), 16));
                }
                for (String after : new String[] {"", ",[2],", ",".repeat(9_000)}) {
                    byte[] bytes = (text.toString(StandardCharsets.ISO_8859_1) + after)
                            .getBytes(StandardCharsets.ISO_8859_1);
                    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length).put(bytes);
                    for (Write write : List.<Write>of(g -> g.utf8(bytes, 0, bytes.length),
                            g -> g.utf8(ByteBuffer.wrap(bytes)), g -> g.utf8(direct.flip()),
                            g -> g.utf8(slowly(bytes, before < 100 ? 1 : 999), -1),
                            g -> g.utf8(slowly(bytes, 9_000), bytes.length))) {
                        assertEquals(expected(good), tokens(IllFormed.REJECT, jackson.refusal(), write));
                    }
                }
            }
        }
    }

    /** What a call does after {@code close}, without the names of the classes of generators. */
    private String afterClose(boolean ours, boolean isOfCharacters, Write write) throws Exception {
        Generator generator = isOfCharacters ? jackson.generator(ours, Settings.DEFAULT, new StringWriter())
                : jackson.generator(ours, Settings.DEFAULT, new ByteArrayOutputStream());
        generator.startArray();
        generator.close();
        try {
            write.to(generator);
            return "done";
        } catch (IOException | RuntimeException e) {
            // The compiler of the JVM leaves out the message of a null pointer that is met often.
            String message = e instanceof NullPointerException ? "" : String.valueOf(e.getMessage());
            return e.getClass() + ": " + message.replaceAll("type [\\w.]+", "");
        }
    }

    @Test
    public void closedGenerators() throws Exception {
        for (int len : new int[] {0, 1, 15, 40, 200, 10_000}) {
            for (String unit : new String[] {"a", "\"", "\u00E9"}) {
                String text = unit.repeat(len);
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                for (Op op : Op.values()) {
                    for (boolean isOfCharacters : new boolean[] {false, true}) {
                        Write write = g -> op.write(g, text, bytes);
                        assertEquals(afterClose(false, isOfCharacters, write), afterClose(true, isOfCharacters, write));
                    }
                }
                for (Write write : List.<Write>of(g -> g.utf8(ByteBuffer.wrap(bytes)),
                        g -> g.utf8(ByteBuffer.allocateDirect(len)), g -> g.utf8(slowly(bytes, 9), -1))) {
                    String refusal = afterClose(true, false, write);
                    assertTrue(refusal.startsWith(jackson.refusal() + ": generator is closed"), refusal);
                }
            }
        }
    }

    /** A source fails by an exception or by a wrong length; the text before that is the value. */
    @Test
    public void failingSource() throws Exception {
        for (IllFormed policy : new IllFormed[] {null, IllFormed.REJECT, IllFormed.REPLACE}) {
            for (int before : new int[] {0, 1, 63, 4_000, 8_000, 20_000}) {
                String good = "\u00E9".repeat(before / 2) + ",".repeat(before % 2);
                byte[] bytes = good.getBytes(StandardCharsets.UTF_8);
                for (Fault fault : Fault.values()) {
                    for (int len : new int[] {-1, 100_000}) {
                        assertEquals(expected(good), tokens(policy, fault.thrown,
                                g -> g.utf8(new FailingStream(bytes, fault), len)));
                        assertEquals(expected(good), tokens(policy, fault.thrown,
                                g -> g.string(new FailingReader(good, fault), len)));
                    }
                }
            }
        }
    }

    @Test
    public void nothingIsWrittenForNull() throws Exception {
        for (Write write : List.<Write>of(g -> g.utf8((InputStream) null, -1), g -> g.utf8((InputStream) null, 3),
                g -> g.utf8((ByteBuffer) null))) {
            assertEquals(expected(), tokens(null, NullPointerException.class, write));
            assertEquals(expected(), tokens(IllFormed.REJECT, NullPointerException.class, write));
        }
    }

    /** A closed generator names itself as closed, or fails as Jackson's does. */
    @Test
    public void closedGenerator() throws Exception {
        byte[] bytes = new byte[5_000];
        Arrays.fill(bytes, (byte) 'a');
        String text = new String(bytes, StandardCharsets.US_ASCII);
        for (IllFormed policy : new IllFormed[] {null, IllFormed.REJECT}) {
            Generator closed = jackson.generator(policy, Settings.DEFAULT, new ByteArrayOutputStream());
            closed.close();
            for (Write write : List.<Write>of(g -> g.utf8(ByteBuffer.wrap(bytes)),
                    g -> g.utf8(ByteBuffer.allocateDirect(9)), g -> g.utf8(new ByteArrayInputStream(bytes), -1))) {
                Exception e = assertThrows(jackson.refusal(), () -> write.to(closed));
                assertEquals("generator is closed", e.getMessage().lines().findFirst().orElseThrow());
            }
            for (int len : new int[] {20, 100, 5_000}) {
                for (Write write : List.<Write>of(g -> g.utf8(bytes, 0, len), g -> g.string(text.substring(0, len)),
                        g -> g.string(text.toCharArray(), 0, len))) {
                    assertIsJacksons(closed, write);
                }
            }
        }
        Generator closed = jackson.generator(true, Settings.DEFAULT, new StringWriter());
        closed.close();
        assertIsJacksons(closed, g -> g.string(text));
    }

    private static void assertIsJacksons(Generator closed, Write write) {
        Exception e = assertThrows(Exception.class, () -> write.to(closed));
        assertFalse(String.valueOf(e.getMessage()).contains("stringmill"), e.getMessage());
        assertFalse(e.getStackTrace()[0].getClassName().contains("stringmill"), e.getStackTrace()[0].toString());
    }

    private enum Fault {
        CHECKED(Exception.class),
        UNCHECKED(UnsupportedOperationException.class),
        ERROR(StackOverflowError.class),
        LENGTH(Exception.class);

        private final Class<? extends Throwable> thrown;

        Fault(Class<? extends Throwable> thrown) {
            this.thrown = thrown;
        }

        int end(int len) throws IOException {
            return switch (this) {
                case CHECKED -> throw new IOException("cable");
                case UNCHECKED -> throw new UnsupportedOperationException("cable");
                case ERROR -> throw new StackOverflowError("cable");
                case LENGTH -> len + 1;
            };
        }
    }

    private static final class FailingStream extends FilterInputStream {
        private final Fault fault;

        FailingStream(byte[] bytes, Fault fault) {
            super(new ByteArrayInputStream(bytes));
            this.fault = fault;
        }

        @Override
        public int read(byte[] piece, int from, int len) throws IOException {
            int read = super.read(piece, from, len);
            return read >= 0 ? read : fault.end(len);
        }
    }

    private static final class FailingReader extends Reader {
        private final String text;
        private final Fault fault;
        private int at;

        FailingReader(String text, Fault fault) {
            this.text = text;
            this.fault = fault;
        }

        @Override
        public int read(char[] piece, int from, int len) throws IOException {
            int read = Math.min(len, text.length() - at);
            text.getChars(at, at + read, piece, from);
            at += read;
            return read > 0 ? read : fault.end(len);
        }

        @Override
        public void close() {}
    }
}
