package io.github.stringmill.jackson;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.stringmill.ErrorCode;
import io.github.stringmill.IllFormed;
import io.github.stringmill.Stringmill;
import io.github.stringmill.StringmillException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The {@code readUtf8} of our parsers writes the text of Jackson's as UTF-8. */
public abstract class ReadUtf8 {
    private static final int ONE_IN =
            Math.min(8, Integer.parseInt(System.getenv().getOrDefault("STRINGMILL_ONE_IN", "1")));

    /** Makes a parser of a stream; ours, or Jackson's. */
    protected abstract Parser parser(boolean ours, ReadSettings settings, InputStream in) throws Exception;

    /** Returns the type of exception for refused text. */
    protected abstract Class<? extends Exception> refusal();

    private Parser atString(boolean ours, byte[] document, int most) throws Exception {
        Parser parser = parser(ours, ReadSettings.DEFAULT, SameTokens.slowly(document, most));
        assertEquals("START_ARRAY", parser.next());
        assertEquals("VALUE_STRING", parser.next());
        return parser;
    }

    private static byte[] document(byte[] contents) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes("[\"".getBytes(StandardCharsets.UTF_8));
        out.writeBytes(contents);
        out.writeBytes("\",7]".getBytes(StandardCharsets.UTF_8));
        return out.toByteArray();
    }

    private void assertEnds(Parser parser) throws Exception {
        assertEquals("VALUE_NUMBER_INT", parser.next());
        assertEquals("END_ARRAY", parser.next());
        assertNull(parser.next());
        parser.close();
    }

    /** Reads one string by every form of the method. */
    private void assertReads(byte[] expected, IllFormed policy, byte[] document, int most) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Parser parser = atString(true, document, most);
        assertEquals(expected.length, parser.readUtf8(policy, out));
        assertArrayEquals(expected, out.toByteArray());
        assertEquals("", parser.text());
        assertEnds(parser);
        byte[] array = new byte[expected.length + 5];
        parser = atString(true, document, most);
        assertEquals(expected.length, parser.readUtf8(policy, array, 3, expected.length));
        assertArrayEquals(expected, Arrays.copyOfRange(array, 3, 3 + expected.length));
        assertEquals(0, array[2] | array[3 + expected.length]);
        assertEnds(parser);
        for (ByteBuffer buffer : new ByteBuffer[] {
            ByteBuffer.allocate(expected.length + 9).position(4).slice(), ByteBuffer.allocateDirect(expected.length)}) {
            parser = atString(true, document, most);
            assertEquals(expected.length, parser.readUtf8(policy, buffer));
            assertEquals(ByteBuffer.wrap(expected), buffer.duplicate().flip());
            assertEnds(parser);
        }
        if (expected.length > 0) {
            assertNoRoom(expected, policy, document, most);
        }
    }

    private void assertNoRoom(byte[] expected, IllFormed policy, byte[] document, int most) throws Exception {
        int shorter = expected.length - 1;
        ByteBuffer direct = ByteBuffer.allocateDirect(shorter);
        Parser parser = atString(true, document, most);
        assertEquals(Stringmill.NO_ROOM, parser.readUtf8(policy, new byte[shorter], 0, shorter));
        assertEquals(Stringmill.NO_ROOM, parser.readUtf8(policy, direct));
        assertEquals(0, direct.position());
        assertEquals(new String(expected, StandardCharsets.UTF_8), parser.text());
        byte[] array = new byte[expected.length];
        assertEquals(expected.length, parser.readUtf8(policy, array, 0, array.length));
        assertArrayEquals(expected, array);
        assertEnds(parser);
        parser = atString(true, document, most);
        assertEquals(Stringmill.NO_ROOM, parser.readUtf8(policy, direct));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertEquals(expected.length, parser.readUtf8(policy, out));
        assertArrayEquals(expected, out.toByteArray());
        assertEnds(parser);
    }

    private static int most(Random random) {
        return random.nextBoolean() ? 1 + random.nextInt(15) : 1 + random.nextInt(10_000);
    }

    @Test
    public void sameAsText() throws Exception {
        Random random = new Random(11);
        JsonDocuments documents = new JsonDocuments(random);
        int refused = 0;
        for (int i = 0; i < 6_000 / ONE_IN; i++) {
            byte[] document = document(documents.contents(random.nextInt(i % 50 == 0 ? 30_000 : 200), false));
            int most = most(random);
            String text;
            try (Parser parser = atString(false, document, most)) {
                text = parser.text();
            }
            byte[] replaced = text.codePoints().map(c -> c >> 11 == 0xD800 >> 11 ? 0xFFFD : c)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString()
                    .getBytes(StandardCharsets.UTF_8);
            assertReads(replaced, IllFormed.REPLACE, document, most);
            if (Arrays.equals(replaced, text.getBytes(StandardCharsets.UTF_8))) {
                assertReads(replaced, IllFormed.REJECT, document, most);
            } else {
                refused++;
                assertRefused(ErrorCode.SURROGATE_LONE, document, most);
            }
        }
        assertTrue(refused > 50 / ONE_IN, refused + " texts refused");
    }

    private StringmillException assertRefused(ErrorCode code, byte[] document, int most) throws Exception {
        Exception e;
        try (Parser parser = atString(true, document, most)) {
            e = assertThrows(refusal(), () -> parser.readUtf8(IllFormed.REJECT, OutputStream.nullOutputStream()));
        }
        StringmillException cause = assertInstanceOf(StringmillException.class, e.getCause());
        assertEquals(code, cause.code());
        return cause;
    }

    /** Under REPLACE, as the JDK replaces, which differs only for surrogates. */
    @Test
    public void illFormedIsReplaced() throws Exception {
        Random random = new Random(12);
        JsonDocuments documents = new JsonDocuments(random);
        for (int i = 0; i < 4_000 / ONE_IN; i++) {
            byte[] contents = documents.contents(random.nextInt(200), true);
            byte[] lead = contents.clone();
            for (int k = 0; k + 1 < contents.length; k++) {
                if (contents[k] == (byte) 0xED && (contents[k + 1] & 0xE0) == 0xA0) {
                    lead[k] = (byte) 0xFF;
                }
            }
            byte[] wellFormed = document(new String(lead, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8));
            ByteArrayOutputStream expected = new ByteArrayOutputStream();
            try (Parser parser = atString(true, wellFormed, 100_000)) {
                parser.readUtf8(IllFormed.REPLACE, expected);
            }
            assertReads(expected.toByteArray(), IllFormed.REPLACE, document(contents), most(random));
        }
    }

    /** Ill-formed text is refused: by Jackson's exception where Jackson refuses it, by ours elsewhere. */
    @Test
    public void illFormedIsRefused() throws Exception {
        Random random = new Random(13);
        JsonDocuments documents = new JsonDocuments(random);
        for (int i = 0; i < 8_000 / ONE_IN; i++) {
            byte[] document = document(documents.contents(random.nextInt(60), true));
            int most = most(random);
            String original = null;
            String text = null;
            try (Parser parser = atString(false, document, most)) {
                text = parser.text();
            } catch (Exception e) {
                original = e.getMessage();
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (Parser parser = atString(true, document, most)) {
                parser.readUtf8(IllFormed.REJECT, out);
                assertEquals(text, out.toString(StandardCharsets.UTF_8));
            } catch (Exception e) {
                if (!(e.getCause() instanceof StringmillException)) {
                    assertEquals(original, e.getMessage());
                }
            }
        }
        for (int before : new int[] {0, 50, 9_000}) {
            byte[] a = "a".repeat(before).getBytes(StandardCharsets.UTF_8);
            assertEquals(before + 2, assertRefused(ErrorCode.UTF8_OVERLONG, with(a, 0xC0, 0x80), 100).offset());
            assertEquals(before + 2, assertRefused(ErrorCode.UTF8_OVERLONG, with(a, 0xE0, 0x80, 0x80), 7).offset());
            assertEquals(before + 2,
                    assertRefused(ErrorCode.UTF8_OVERLONG, with(a, 0xF0, 0x80, 0x80, 0x80), 9).offset());
            assertEquals(before + 2,
                    assertRefused(ErrorCode.UTF8_ABOVE_MAX, with(a, 0xF4, 0x90, 0x80, 0x80), 9).offset());
            assertEquals(before + 2, assertRefused(ErrorCode.SURROGATE_LONE,
                    with(a, '\\', 'u', 'd', '8', '3', 'd', 'x'), 9).offset());
        }
    }

    private static byte[] with(byte[] before, int... bytes) {
        byte[] all = Arrays.copyOf(before, before.length + bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            all[before.length + i] = (byte) bytes[i];
        }
        return document(all);
    }

    @Test
    public void textThatWasRead() throws Exception {
        byte[] document = document("a\\ud83d\u00E9".getBytes(StandardCharsets.UTF_8));
        for (IllFormed policy : new IllFormed[] {IllFormed.REJECT, IllFormed.REPLACE}) {
            Parser parser = atString(true, document, 100);
            assertEquals("a\uD83D\u00E9", parser.text());
            if (policy == IllFormed.REPLACE) {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                assertEquals(6, parser.readUtf8(policy, out));
                assertEquals("a\uFFFD\u00E9", out.toString(StandardCharsets.UTF_8));
                assertEquals(6, parser.readUtf8(policy, new byte[6], 0, 6));
                assertEquals(6, parser.readUtf8(policy, ByteBuffer.allocate(6)));
            } else {
                assertThrows(refusal(), () -> parser.readUtf8(policy, new ByteArrayOutputStream()));
                assertThrows(refusal(), () -> parser.readUtf8(policy, new byte[9], 0, 9));
                assertThrows(refusal(), () -> parser.readUtf8(policy, ByteBuffer.allocate(9)));
            }
            assertEnds(parser);
        }
    }

    @Test
    public void misuse() throws Exception {
        byte[] document = document("text".repeat(3_000).getBytes(StandardCharsets.UTF_8));
        Parser parser = atString(true, document, 100);
        StringmillException e = assertThrows(StringmillException.class,
                () -> parser.readUtf8(IllFormed.COPY, OutputStream.nullOutputStream()));
        assertEquals(ErrorCode.POLICY_UNSUPPORTED, e.code());
        assertThrows(IndexOutOfBoundsException.class, () -> parser.readUtf8(IllFormed.REJECT, new byte[3], 1, 3));
        assertThrows(ReadOnlyBufferException.class,
                () -> parser.readUtf8(IllFormed.REJECT, ByteBuffer.allocate(9).asReadOnlyBuffer()));
        Exception failed = assertThrows(Exception.class, () -> parser.readUtf8(IllFormed.REJECT, new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("full");
            }
        }));
        assertTrue(failed.getMessage().contains("full"), failed.getMessage());
        assertEquals("VALUE_NUMBER_INT", parser.next());
        assertThrows(refusal(), () -> parser.readUtf8(IllFormed.REJECT, OutputStream.nullOutputStream()));
        parser.close();
    }

    /** After a failure at any byte, the next token follows the whole string, whose text is empty. */
    @Test
    public void afterFailure() throws Exception {
        String[] contents = {",{},[7],", "\\n,{},[7],\\\"", ",{},\\ud83d", "\\u12", "\u0001,\\\",[7],\u0002", "\\x,{}", ",\\u\\\","};
        int failures = 0;
        for (String content : contents) {
            byte[] document = document(content.getBytes(StandardCharsets.UTF_8));
            for (int most = 1; most < 16; most++) {
                for (int room = 0; room < 12; room++) {
                    int left = room;
                    Parser parser = atString(true, document, most);
                    try {
                        parser.readUtf8(IllFormed.REJECT, new OutputStream() {
                            private int free = left;

                            @Override
                            public void write(int b) throws IOException {
                                if (free-- == 0) {
                                    throw new IOException("full");
                                }
                            }
                        });
                    } catch (Exception e) {
                        failures++;
                    }
                    assertEquals("", parser.text());
                    assertEnds(parser);
                }
            }
        }
        assertTrue(failures > 500, failures + " failures");
    }

    /** The limit of strings holds where text is kept, not where it is streamed. */
    @Test
    public void limits() throws Exception {
        ReadSettings settings = new ReadSettings(0, true, true, true, 100, 100, -1);
        byte[] document = document("text".repeat(20_000).getBytes(StandardCharsets.UTF_8));
        try (Parser parser = parser(true, settings, SameTokens.slowly(document, 9_000))) {
            parser.next();
            parser.next();
            assertEquals(80_000, parser.readUtf8(IllFormed.REJECT, OutputStream.nullOutputStream()));
        }
        try (Parser parser = parser(true, settings, SameTokens.slowly(document, 9_000))) {
            parser.next();
            parser.next();
            Exception e = assertThrows(Exception.class, () -> parser.readUtf8(IllFormed.REJECT, new byte[9], 0, 9));
            assertEquals("StreamConstraintsException", e.getClass().getSimpleName());
        }
    }
}
