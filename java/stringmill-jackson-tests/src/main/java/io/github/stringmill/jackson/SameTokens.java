package io.github.stringmill.jackson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Our parsers read the same tokens, texts and locations as Jackson's and throw the same exceptions. */
public abstract class SameTokens {
    private static final long SEED = 20261126;

    /** The length of the first segment of a text buffer that nothing has enlarged. */
    private static final int SEGMENT = 200;

    private static final int ONE_IN = (Boolean.getBoolean("stringmill.test.sampled") ? 4 : 1)
            * Math.min(4, Integer.parseInt(System.getenv().getOrDefault("STRINGMILL_ONE_IN", "1")));

    /** Makes a parser of a stream. */
    protected abstract Parser parser(boolean ours, ReadSettings settings, InputStream in) throws Exception;

    /** Makes a parser of a part of an array. */
    protected abstract Parser parser(boolean ours, ReadSettings settings, byte[] data, int offset, int len)
            throws Exception;

    /** How a parser receives a document. */
    private record Source(byte[] document, int most, int offset, boolean wellFormed) {
        Parser parser(SameTokens tests, boolean ours, ReadSettings settings) throws Exception {
            if (most > 0) {
                return tests.parser(ours, settings, slowly(document, most));
            }
            byte[] data = new byte[document.length + 2 * offset];
            System.arraycopy(document, 0, data, offset, document.length);
            return tests.parser(ours, settings, data, offset, document.length);
        }
    }

    /** Returns a stream that gives a few bytes at a time. */
    static InputStream slowly(byte[] bytes, int most) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public int read(byte[] piece, int from, int len) {
                return super.read(piece, from, Math.min(len, most));
            }
        };
    }

    /** What a program sees of a document that it reads by calls of one seed. */
    private String transcript(boolean ours, ReadSettings settings, Source source, long calls) {
        Random random = new Random(calls);
        StringBuilder seen = new StringBuilder();
        Parser[] parser = new Parser[1];
        try {
            parser[0] = source.parser(this, ours, settings);
            while (step(parser[0], random, seen)) {
                seen.append('\n');
            }
            seen.append(parser[0].locations());
        } catch (Exception e) {
            // The JVM gives its own exceptions no message any more once it has compiled the code that throws them.
            String message = e instanceof NullPointerException ? "" : String.valueOf(e.getMessage());
            seen.append(e.getClass().getName()).append(": ");
            boolean exact = source.wellFormed() && source.most() == 0 && settings.maxText() <= SEGMENT;
            if (message.startsWith("String value length") && !exact) {
                // Where Jackson finds out depends on the segments of its text buffer, and so on the strings before.
                return seen.append("String value length").toString();
            }
            seen.append(message);
            if (parser[0] != null) {
                seen.append(parser[0].location(e)).append(parser[0].locations());
            }
        }
        return seen.toString();
    }

    /** Reads a token, and perhaps its text; returns whether there was one. */
    private static boolean step(Parser parser, Random random, StringBuilder seen) throws Exception {
        switch (random.nextInt(8)) {
            case 0 -> seen.append(parser.nextText());
            case 1 -> seen.append(parser.nextName());
            case 2 -> seen.append(parser.nextName("a"));
            default -> {
                String token = parser.next();
                seen.append(token);
                if (token == null) {
                    return false;
                }
            }
        }
        seen.append(parser.locations());
        for (int calls = random.nextInt(3); calls > 0; calls--) {
            look(parser, random, seen);
        }
        seen.append(parser.locations());
        // Only next() reports the end; the limit is for a parser that would never report it.
        return seen.length() < 4_000_000;
    }

    private static void look(Parser parser, Random random, StringBuilder seen) throws Exception {
        switch (random.nextInt(16)) {
            case 0, 1, 2, 3 -> seen.append(parser.text());
            case 4, 5 -> seen.append(parser.valueAsString());
            case 6, 7 -> seen.append(parser.characters());
            case 8, 9 -> {
                StringWriter out = new StringWriter();
                seen.append(parser.writeText(out)).append(out);
            }
            case 10, 11 -> parser.finishToken();
            case 12 -> seen.append(parser.name());
            case 13 -> {
                if (random.nextInt(10) == 0) {
                    parser.skipChildren();
                }
            }
            case 14 -> {
                if (random.nextInt(30) == 0) {
                    ByteArrayOutputStream rest = new ByteArrayOutputStream();
                    seen.append(parser.release(rest)).append(rest);
                }
            }
            default -> { }
        }
    }

    private void compare(ReadSettings settings, Source source, long calls) {
        String original = transcript(false, settings, source, calls);
        String ours = transcript(true, settings, source, calls);
        if (!original.equals(ours)) {
            int at = 0;
            while (at < Math.min(original.length(), ours.length()) && original.charAt(at) == ours.charAt(at)) {
                at++;
            }
            assertEquals(original.substring(Math.max(0, at - 200), Math.min(original.length(), at + 300)),
                    ours.substring(Math.max(0, at - 200), Math.min(ours.length(), at + 300)),
                    settings + " pieces of " + source.most() + " bytes, document of " + source.document().length);
        }
    }

    private static int most(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> 0;
            case 1 -> 1 + random.nextInt(12);
            case 2 -> 1 + random.nextInt(9_000);
            default -> 100_000;
        };
    }

    @Test
    public void randomDocuments() {
        Random random = new Random(SEED);
        JsonDocuments documents = new JsonDocuments(random);
        for (int i = 0; i < 60_000 / ONE_IN; i++) {
            ReadSettings settings = i % 2 == 0 ? ReadSettings.DEFAULT : ReadSettings.random(random);
            Source source =
                    new Source(documents.document(), most(random), random.nextInt(20), documents.isWellFormed());
            compare(settings, source, random.nextLong());
        }
    }

    /** Each piece at each index of short strings, and around the ends of words, blocks, the input and the segments. */
    @Test
    public void everyPieceAtEveryPlace() {
        int number = 0;
        String[] pieces = {
            "\u00E9", "\u4E2D", "\uD83D\uDE00", "\\n", "\\u4e2d", "\\ud83d\\ude00", "\\ud83d", "\u0001", "\\x",
            "\u00E9\u00E9",
            "\u00C3", "\u00E4\u00B8", "\u00ED\u00A0\u0080", "\u00C0\u0080", "\u00F8", "\u00F7\u00BF\u00BF\u00BF", ""
        };
        int[] borders = {0, 128, 256, 512, 1024, 4000, 8000, 12_000, 16_000};
        for (int piece = 0; piece < pieces.length; piece++) {
            // From the eleventh on, a character is a byte.
            Charset charset = piece < 10 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
            for (int border : borders) {
                for (int before = Math.max(0, border - 24); before < border + 16; before++) {
                    number++;
                    if (number % ONE_IN != 0) {
                        continue;
                    }
                    String text = "a".repeat(before) + pieces[piece] + "b".repeat(number % 3 * 20);
                    byte[] document = ("[\"" + text + "\",\"" + text + "\"]").getBytes(charset);
                    for (int most : new int[] {0, 100_000, 1 + number % 11}) {
                        compare(ReadSettings.DEFAULT, new Source(document, most, number % 9, true), number);
                        compare(ReadSettings.DEFAULT,
                                new Source(Arrays.copyOf(document, before + 4 + number % 5), most, 0, true), number);
                    }
                }
            }
        }
        assertTrue(number > 5_000);
    }

    /** Documents in every encoding, with and without a mark; streams that fail; bytes in which no encoding is found. */
    @Test
    public void encodings() throws Exception {
        String text = "{\"key\":\"text \u00E9\u4E2D, which is \\\"long\\\" enough\",\"a\":[1,\"\"]}";
        for (String charset : new String[] {"UTF-8", "UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"}) {
            for (String mark : new String[] {"", "\uFEFF"}) {
                for (ReadSettings settings : new ReadSettings[] {
                    ReadSettings.DEFAULT, new ReadSettings(0, true, false, true, 99, 99, -1),
                    new ReadSettings(0, true, true, false, 99, 99, 500)}) {
                    byte[] bytes = (mark + text).getBytes(Charset.forName(charset));
                    for (int most : new int[] {0, 1, 2, 3, 5, 1_000}) {
                        for (int len : new int[] {bytes.length, 0, 1, 2, 3, 4, 5, 6, 7, 8, 20}) {
                            compare(settings, new Source(Arrays.copyOf(bytes, len), most, 3, true), len);
                        }
                    }
                }
            }
        }
        for (int weird : new int[] {0x0000FFFE, 0xFEFF0000, 0x00220000, 0x00002200}) {
            byte[] bytes = java.nio.ByteBuffer.allocate(12).putInt(weird).array();
            for (int most : new int[] {0, 1, 100}) {
                compare(ReadSettings.DEFAULT, new Source(bytes, most, 0, true), 1);
            }
        }
        for (int good = 0; good < 6; good++) {
            assertEquals(failure(false, good), failure(true, good));
        }
    }

    /** Returns what happens if a stream fails after a number of bytes. */
    private String failure(boolean ours, int good) {
        StringBuilder seen = new StringBuilder();
        InputStream in = new InputStream() {
            private int read;

            @Override
            public int read() throws IOException {
                if (read == good) {
                    throw new IOException("failed");
                }
                return "[\"ab\"]".charAt(read++);
            }

            @Override
            public int read(byte[] dst, int from, int len) throws IOException {
                dst[from] = (byte) read();
                return 1;
            }

            @Override
            public void close() {
                seen.append("closed ");
            }
        };
        try (Parser parser = parser(ours, ReadSettings.DEFAULT, in)) {
            while (parser.next() != null) {
                seen.append(parser.text());
            }
        } catch (Exception e) {
            seen.append(e.getClass()).append(e.getMessage());
        }
        return seen.toString();
    }

    /** Ours is used where Jackson's parser of UTF-8 would be, and nowhere else. */
    @Test
    public void parserByEncoding() throws Exception {
        byte[] utf8 = "[1]".getBytes(StandardCharsets.UTF_8);
        byte[] utf16 = "[1]".getBytes(StandardCharsets.UTF_16BE);
        ReadSettings notCanonical = new ReadSettings(0, true, false, true, 99, 99, -1);
        for (boolean stream : new boolean[] {false, true}) {
            assertEquals("StringmillUtf8Parser", kind(ReadSettings.DEFAULT, utf8, stream));
            assertEquals("ReaderBasedJsonParser", kind(ReadSettings.DEFAULT, utf16, stream));
            assertEquals("ReaderBasedJsonParser", kind(notCanonical, utf8, stream));
        }
    }

    private String kind(ReadSettings settings, byte[] data, boolean stream) throws Exception {
        try (Parser parser = stream ? parser(true, settings, new ByteArrayInputStream(data))
                : parser(true, settings, data, 0, data.length)) {
            return parser.kind();
        }
    }
}
