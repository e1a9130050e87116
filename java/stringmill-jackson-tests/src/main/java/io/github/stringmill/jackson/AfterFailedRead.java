package io.github.stringmill.jackson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.stringmill.IllFormed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** After a {@code readUtf8} that fails at any byte, the tokens are those of Jackson without the string. */
public abstract class AfterFailedRead {
    private static final int ONE_IN =
            Math.min(8, Integer.parseInt(System.getenv().getOrDefault("STRINGMILL_ONE_IN", "1")));

    private static final String START = "[true,\"";
    private static final String END = "\",7,{\"b\":[\"z\\\"\",{}]},\"c\"]";

    /** Parts of a string that inject tokens if they are read as JSON; one character is one byte. */
    private static final String[] UNITS = {",", "{}", "\\\"", ",[7]", "\\\\", "\u00C3\u00A9", "\\u00e9", "\\n", ",",
        "\u00F0\u009F\u0098\u0080", "\\ud83d\\ude00", "\\\\", ","};

    /** Parts that make a string ill-formed; one character is one byte. */
    private static final String[] FAULTS = {"", "\u0080", "\u00FF", "\u00C0\u0080", "\u00C3", "\u00E2\u0082",
        "\u00ED\u00A0\u0080", "\u00F0\u0080\u0080\u0080", "\u00F4\u0090\u0080\u0080", "\u00F0\u009F\u0098", "\u00F8",
        "\\ud83d", "\\ude00", "\\ud83d\\n", "\\ud83dx", "\\ud83d\\\\", "\\u12", "\\u", "\\u\\\"", "\\x", "\u0001",
        "\n"};

    private int cases;
    private int failures;

    /** Makes a parser of a stream; ours, or Jackson's. */
    protected abstract Parser parser(boolean ours, InputStream in) throws Exception;

    /** Makes a parser of a part of an array; ours, or Jackson's. */
    protected abstract Parser parser(boolean ours, byte[] data, int offset, int len) throws Exception;

    private interface Read {
        void from(Parser parser, IllFormed policy) throws Exception;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static List<String> rest(Parser parser) throws Exception {
        List<String> tokens = new ArrayList<>();
        for (String token = parser.next(); token != null; token = parser.next()) {
            tokens.add(token.equals("VALUE_STRING") ? token + parser.text() : token);
        }
        parser.close();
        return tokens;
    }

    private static void toString(Parser parser) throws Exception {
        assertEquals("START_ARRAY", parser.next());
        assertEquals("VALUE_TRUE", parser.next());
        assertEquals("VALUE_STRING", parser.next());
    }

    /** Reads the string from a source, then by one of three methods, and compares the rest. */
    private void check(String contents, int source, IllFormed policy, Read read, List<String> expected)
            throws Exception {
        byte[] document = bytes(START + contents + END);
        Parser parser;
        if (source == 0) {
            byte[] longer = new byte[document.length + 9];
            System.arraycopy(document, 0, longer, 4, document.length);
            parser = parser(true, longer, 4, document.length);
        } else {
            parser = parser(true, SameTokens.slowly(document, source));
        }
        toString(parser);
        boolean failed = false;
        try {
            read.from(parser, policy);
        } catch (Exception e) {
            failed = true;
            failures++;
        }
        cases++;
        if (failed && cases % 3 == 1) {
            parser.text();
        } else if (failed && cases % 3 == 2) {
            parser.readUtf8(policy, OutputStream.nullOutputStream());
        }
        assertEquals(expected, rest(parser), () -> contents.length() + " bytes: " + contents + ", source " + source);
    }

    private List<String> expected() throws Exception {
        byte[] without = bytes(START + END);
        Parser parser = parser(false, without, 0, without.length);
        toString(parser);
        return rest(parser);
    }

    private static OutputStream full(int room, boolean checked) {
        return new OutputStream() {
            private int left = room;

            @Override
            public void write(int b) throws IOException {
                if (left-- == 0) {
                    if (checked) {
                        throw new IOException("full");
                    }
                    throw new UnsupportedOperationException("full");
                }
            }
        };
    }

    /** Returns strings with a fault at each place between two units, after a number of bytes. */
    private static List<String> faulty(int before, String fault) {
        List<String> all = new ArrayList<>();
        for (int at = 0; at <= UNITS.length; at++) {
            StringBuilder contents = new StringBuilder(",".repeat(before));
            for (int i = 0; i < UNITS.length; i++) {
                contents.append(i == at ? fault : "").append(UNITS[i]);
            }
            all.add(contents + (at == UNITS.length ? fault : ""));
        }
        return all;
    }

    @Test
    public void illFormedText() throws Exception {
        List<String> expected = expected();
        List<Read> reads = List.of((p, policy) -> p.readUtf8(policy, new ByteArrayOutputStream()),
                (p, policy) -> p.readUtf8(policy, new byte[9_000], 5, 8_900),
                (p, policy) -> p.readUtf8(policy, new byte[9], 2, 3),
                (p, policy) -> p.readUtf8(policy, ByteBuffer.allocate(9_000)),
                (p, policy) -> p.readUtf8(policy, ByteBuffer.allocateDirect(9_000)),
                (p, policy) -> p.readUtf8(policy, ByteBuffer.allocateDirect(3)));
        int next = 0;
        for (int before : new int[] {0, 50, 3_990, 7_960, 7_985, 16_000}) {
            for (String fault : FAULTS) {
                for (String contents : faulty(before, fault)) {
                    for (int source : before == 0 ? new int[] {0, 1, 2, 5, 9_000} : new int[] {0, 997, 9_000}) {
                        Read read = reads.get(next++ / 2 % reads.size());
                        if (next % ONE_IN == 0) {
                            check(contents, source, IllFormed.REJECT, read, expected);
                            check(contents, source, IllFormed.REPLACE, read, expected);
                        }
                    }
                }
            }
        }
        assertTrue(failures > cases / 4, failures + " failures of " + cases);
    }

    @Test
    public void destinationThatFailsAtEachByte() throws Exception {
        List<String> expected = expected();
        for (int before : new int[] {0, 7_970}) {
            for (String fault : FAULTS) {
                String contents = faulty(before, fault).get(UNITS.length);
                for (int room = Math.max(before - 2, 0); room < before + 30; room += ONE_IN) {
                    int left = room;
                    for (int source : new int[] {0, 3, 9_000}) {
                        check(contents, source, IllFormed.REJECT,
                                (p, policy) -> p.readUtf8(policy, full(left, true)), expected);
                        check(contents, source, IllFormed.REPLACE,
                                (p, policy) -> p.readUtf8(policy, full(left, false)), expected);
                    }
                }
            }
        }
        assertTrue(failures > cases / 2, failures + " failures of " + cases);
    }

    /** Makes a parser that is closed after a number of tokens. */
    private Parser closed(boolean ours, int tokens) throws Exception {
        Parser parser = parser(ours, new ByteArrayInputStream(bytes("[\"a\",\"b\"]")));
        for (int i = 0; i < tokens; i++) {
            parser.next();
        }
        parser.close();
        return parser;
    }

    private static String next(Parser parser) {
        try {
            return parser.next();
        } catch (Exception e) {
            return e.getClass().getName();
        }
    }

    @Test
    public void closedParsers() throws Exception {
        for (int tokens = 0; tokens < 4; tokens++) {
            Parser parser = closed(true, tokens);
            for (Read read : List.<Read>of((p, policy) -> p.readUtf8(policy, OutputStream.nullOutputStream()),
                    (p, policy) -> p.readUtf8(policy, new byte[9], 0, 9),
                    (p, policy) -> p.readUtf8(policy, ByteBuffer.allocateDirect(9)))) {
                Exception e = assertThrows(Exception.class, () -> read.from(parser, IllFormed.REJECT));
                assertTrue(e.getMessage().contains("not VALUE_STRING"), e::toString);
            }
            assertEquals(next(closed(false, tokens)), next(parser));
        }
    }

    /** Jackson treats a missing stream as an empty one. */
    @Test
    public void nullStream() throws Exception {
        for (boolean ours : new boolean[] {false, true}) {
            try (Parser parser = parser(ours, null)) {
                assertNull(parser.next());
            }
        }
    }
}
