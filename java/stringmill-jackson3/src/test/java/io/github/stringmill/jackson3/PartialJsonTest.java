// Generated from java/stringmill-jackson2 by `cargo run -p stringmill-gen -- jackson3`; do not edit.
package io.github.stringmill.jackson3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.stringmill.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Snapshots, listeners, options and misuse of the reader of the value so far. */
class PartialJsonTest {
    private static PartialJson read(String... pieces) throws Exception {
        PartialJson reader = new PartialJson();
        for (String piece : pieces) {
            reader.feed(piece);
        }
        return reader;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static JsonNode json(String text) throws Exception {
        return PartialCases.MAPPER.readTree(text);
    }

    private static PartialJsonException refused(PartialJson reader, String piece) {
        return assertThrows(PartialJsonException.class, () -> reader.feed(piece));
    }

    private static void assertError(ErrorCode code, long offset, PartialJsonException error) {
        assertEquals(code + " at " + offset, error.code() + " at " + error.offset());
    }

    @Test
    void snapshotsShareWhatDidNotChange() throws Exception {
        PartialJson reader = read("{\"done\":{\"x\":[1,2]},\"now\":{\"t\":\"a");
        JsonNode first = reader.value();
        assertSame(first, reader.value());
        reader.feed("b");
        JsonNode second = reader.value();
        assertNotSame(first, second);
        assertSame(first.get("done"), second.get("done"));
        assertNotSame(first.get("now"), second.get("now"));
        reader.feed("\"},\"list\":[{\"a\":1},{\"b\":");
        JsonNode third = reader.value();
        assertSame(first.get("done"), third.get("done"));
        reader.feed("2},3");
        JsonNode fourth = reader.value();
        assertSame(third.get("list").get(0), fourth.get("list").get(0));
        assertNotSame(third.get("list").get(1), fourth.get("list").get(1));
        assertSame(third.get("now"), fourth.get("now"));
        reader.feed("]}");
        JsonNode last = reader.finish();
        assertSame(last, reader.value());
        assertEquals(json("{\"done\":{\"x\":[1,2]},\"now\":{\"t\":\"a\"}}"), first);
        assertEquals(json("{\"done\":{\"x\":[1,2]},\"now\":{\"t\":\"ab\"}}"), second);
        assertEquals(json("{\"done\":{\"x\":[1,2]},\"now\":{\"t\":\"ab\"},\"list\":[{\"a\":1},{\"b\":2},3]}"), last);
    }

    @Test
    void whatClosesWithoutChangeKeepsItsNode() throws Exception {
        PartialJson reader = read("[{\"a\":1 ");
        JsonNode before = reader.value().get(0);
        reader.feed("},\"x");
        assertSame(before, reader.value().get(0));
        JsonNode text = reader.value().get(1);
        reader.feed("\"");
        assertSame(text, reader.value().get(1));
        reader.feed("]");
        assertSame(before, reader.finish().get(0));
    }

    /** A caller that changes the containers of a snapshot that were open then changes no other value. */
    @Test
    void openContainersOfSnapshotsAreCopies() throws Exception {
        PartialJson reader = read("{\"a\":[1,");
        ((ObjectNode) reader.value()).removeAll();
        reader.feed("2],\"b\":0}");
        assertEquals(json("{\"a\":[1,2],\"b\":0}"), reader.finish());
    }

    @Test
    void aRepeatedNameGetsTheLastValueInTheFirstPlace() throws Exception {
        PartialJson reader = read("{\"a\":1,\"b\":2,\"a\":");
        assertEquals("{\"a\":1,\"b\":2}", reader.value().toString());
        reader.feed("[");
        assertEquals("{\"a\":[],\"b\":2}", reader.value().toString());
        reader.feed("]}");
        assertEquals("{\"a\":[],\"b\":2}", reader.finish().toString());
        PartialJson unique = PartialJson.builder().uniqueNames(true).build();
        assertError(ErrorCode.NAME_REPEATED, 7, refused(unique, "{\"a\":1,\"a\":"));
    }

    @Test
    void numbersHaveTheTypesOfJackson() throws Exception {
        for (String number : List.of("0", "-0", "-0.0", "2147483647", "2147483648", "-2147483648", "-2147483649",
                "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
                "1" + "0".repeat(600), "1.5", "1e3", "1E-400", "1e400", "-1e400", "0.1",
                "123456789012345678901234567890.5", "3.0", "9007199254740993", "999999999999999999", "4.9e-324")) {
            JsonNode made = read("[" + number + "]").finish().get(0);
            JsonNode expected = json("[" + number + "]").get(0);
            assertEquals(expected, made, number);
            assertEquals(expected.numberType(), made.numberType(), number);
        }
        JsonMapper exact = JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();
        for (String number : List.of("1.5", "1e400", "0.1", "-2.5e-7", "12345678901234567890.12345", "-0.0")) {
            PartialJson reader = PartialJson.builder().bigDecimals(true).build();
            reader.feed(number + " ");
            assertEquals(new BigDecimal(number), reader.finish().decimalValue());
            assertEquals(0, exact.readTree(number).decimalValue().compareTo(reader.value().decimalValue()));
        }
        PartialJson reader = PartialJson.builder().bigDecimals(true).build();
        assertError(ErrorCode.NUMBER_OVERFLOW, 3, refused(reader, "[1,1e99999999999]"));
        assertEquals(json("[1]"), reader.value());
        refused(reader, "]");
    }

    @Test
    void depthIsLimitedAndTakesNoStack() throws Exception {
        PartialJson reader = new PartialJson();
        assertError(ErrorCode.LIMIT_DEPTH, 1024, refused(reader, "[".repeat(10_000)));
        int depth = 200_000;
        PartialJson deep = PartialJson.builder().maxDepth(Integer.MAX_VALUE).build();
        deep.feed("[".repeat(depth));
        assertEquals(1, deep.value().size());
        deep.feed("]".repeat(depth));
        assertTrue(deep.done());
        assertError(ErrorCode.LIMIT_DEPTH, 0, refused(PartialJson.builder().maxDepth(0).build(), "{"));
        PartialJson scalar = PartialJson.builder().maxDepth(0).build();
        scalar.feed("1 ");
        assertEquals(1, scalar.finish().asInt());
    }

    @Test
    void limitsCountUnitsOfTheInput() throws Exception {
        assertError(ErrorCode.LIMIT_STRING_LEN, 4, refused(PartialJson.builder().maxString(2).build(), "[\"ééé\""));
        PartialJson bytes = PartialJson.builder().maxString(2).build();
        byte[] piece = utf8("[\"éé\"");
        assertError(ErrorCode.LIMIT_STRING_LEN, 4,
                assertThrows(PartialJsonException.class, () -> bytes.feed(piece, 0, piece.length)));
        PartialJson reader = PartialJson.builder().maxLength(5).build();
        reader.feed("[1,2");
        assertError(ErrorCode.LIMIT_RECORD_LEN, 5, refused(reader, ",3,4]"));
        assertEquals(json("[1,2]"), reader.value());
        PartialJson exact = PartialJson.builder().maxLength(3).build();
        exact.feed(ByteBuffer.wrap(utf8("[1]")));
        assertEquals(json("[1]"), exact.finish());
    }

    @Test
    void anErrorLeavesTheValueAndComesAgain() throws Exception {
        PartialJson reader = read("{\"a\":[\"x\",");
        JsonNode value = reader.value();
        PartialJsonException error = refused(reader, "1}");
        assertError(ErrorCode.JSON_BRACKET_EXPECTED, 11, error);
        assertEquals("1:12", error.line() + ":" + error.column());
        assertEquals("expected a comma or a closing bracket at code unit 11 (line 1, column 12)", error.getMessage());
        assertEquals(11, error.getLocation().getCharOffset());
        assertTrue(error.remedy().contains("comma"));
        assertTrue((Object) error instanceof JacksonException);
        assertSame(value, reader.value());
        assertFalse(reader.done());
        assertSame(error, reader.error());
        assertSame(error, refused(reader, "]"));
        assertSame(error, assertThrows(PartialJsonException.class, reader::finish));
        assertSame(error, assertThrows(PartialJsonException.class, () -> reader.feed(new byte[1], 0, 1)));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new ObjectOutputStream(out).writeObject(error);
        Object copy = new ObjectInputStream(new ByteArrayInputStream(out.toByteArray())).readObject();
        assertEquals(error.getMessage() + error.code(),
                ((PartialJsonException) copy).getMessage() + ((PartialJsonException) copy).code());
    }

    @Test
    void onlyFinishGivesAResult() throws Exception {
        PartialJson reader = read("{\"path\":\"a.txt\",\"content\":\"half of");
        JsonNode value = json("{\"path\":\"a.txt\",\"content\":\"half of\"}");
        assertEquals(value, reader.value());
        assertFalse(reader.done());
        assertError(ErrorCode.STRING_UNTERMINATED, 34, assertThrows(PartialJsonException.class, reader::finish));
        assertEquals(value, reader.value());
        PartialJson number = read(" 12");
        assertTrue(number.value().isMissingNode());
        assertFalse(number.done());
        assertEquals(json("12"), number.finish());
        assertTrue(number.done());
        assertSame(number.finish(), number.value());
        assertThrows(IllegalStateException.class, () -> number.feed("3"));
        assertEquals(json("12"), number.finish());
        assertError(ErrorCode.JSON_VALUE_EXPECTED, 0,
                assertThrows(PartialJsonException.class, () -> new PartialJson().finish()));
    }

    /** The objects of a program. */
    record Edit(int line, String text) {}

    @Test
    void finishMakesObjects() throws Exception {
        assertEquals(new Edit(3, "x"), read("{\"line\":3,\"text\":\"x\"}").finish(PartialCases.MAPPER, Edit.class));
        assertEquals(Map.of("a", List.of(1)), read("{\"a\":[1]}").finish(PartialCases.MAPPER,
                new TypeReference<Map<String, List<Integer>>>() {}));
        assertThrows(PartialJsonException.class, () -> read("{\"line\":3").finish(PartialCases.MAPPER, Edit.class));
        assertThrows(JacksonException.class, () -> read("[]").finish(PartialCases.MAPPER, Edit.class));
    }

    @Test
    void listenersReceiveEachWholeValueOnce() throws Exception {
        List<String> heard = new ArrayList<>();
        PartialJson reader = new PartialJson();
        for (String at : List.of("", "/items", "/items/*", "/items/*/id", "/items/1/id", "/a~1b")) {
            reader.on(at, (value, path) -> heard.add(at + " " + path + " " + value));
        }
        reader.feed("{\"items\":[{\"id\":\"a");
        assertEquals(List.of(), heard);
        reader.feed("b\"},{\"id\":1");
        assertEquals(List.of("/items/*/id /items/0/id \"ab\"", "/items/* /items/0 {\"id\":\"ab\"}"), heard);
        heard.clear();
        reader.feed("}],\"a/b\":null}");
        assertEquals(List.of("/items/*/id /items/1/id 1", "/items/1/id /items/1/id 1", "/items/* /items/1 {\"id\":1}",
                "/items /items [{\"id\":\"ab\"},{\"id\":1}]", "/a~1b /a~1b null",
                "  {\"items\":[{\"id\":\"ab\"},{\"id\":1}],\"a/b\":null}"), heard);
        List<JsonNode> top = new ArrayList<>();
        PartialJson number = new PartialJson().on("", (value, path) -> top.add(value));
        number.feed("1");
        assertEquals(List.of(), top);
        number.finish();
        assertEquals(List.of(json("1")), top);
        List<JsonNode> items = new ArrayList<>();
        PartialJson shared = new PartialJson().on("/*", (value, path) -> items.add(value));
        shared.feed("[{\"a\":1},");
        assertSame(items.get(0), shared.value().get(0));
    }

    @Test
    void listenersReceiveWhatIsBeforeAnErrorAndMayThrow() throws Exception {
        List<String> heard = new ArrayList<>();
        PartialJson reader = new PartialJson().on("/*", (value, path) -> heard.add(value.toString()));
        assertError(ErrorCode.JSON_VALUE_EXPECTED, 5, refused(reader, "[1,2,x"));
        assertEquals(List.of("1", "2"), heard);
        heard.clear();
        PartialJson throwing = new PartialJson().on("/*", (value, path) -> {
            heard.add(value.toString());
            if (heard.size() == 1 || heard.size() == 4) {
                throw new IllegalArgumentException("mine");
            }
        });
        assertThrows(IllegalArgumentException.class, () -> throwing.feed("[1,2,"));
        assertNull(throwing.error());
        assertEquals(List.of("1"), heard);
        throwing.feed("3,");
        assertEquals(List.of("1", "2", "3"), heard);
        throwing.feed("");
        // Of two exceptions, that of the listener comes first.
        assertThrows(IllegalArgumentException.class, () -> throwing.feed("4,x"));
        assertError(ErrorCode.JSON_VALUE_EXPECTED, 9, refused(throwing, "]"));
        assertEquals(json("[1,2,3,4]"), throwing.value());
    }

    /** After an exception of a listener in {@code finish}, a second call makes the others. */
    @Test
    void finishCallsListenersThatWereKeptBack() throws Exception {
        List<String> heard = new ArrayList<>();
        PartialJson reader = new PartialJson()
                .on("", (value, path) -> {
                    throw new IllegalArgumentException("mine");
                })
                .on("", (value, path) -> heard.add(value.toString()));
        reader.feed("7");
        assertThrows(IllegalArgumentException.class, reader::finish);
        assertEquals(json("7"), reader.finish());
        assertEquals(List.of("7"), heard);
    }

    @Test
    void listenersCannotFeed() throws Exception {
        PartialJson reader = new PartialJson();
        List<JsonNode> seen = new ArrayList<>();
        reader.on("/*", (value, path) -> {
            seen.add(reader.value());
            assertThrows(IllegalStateException.class, reader::finish);
            assertThrows(IllegalStateException.class, () -> reader.feed(new byte[0], 0, 0));
            assertThrows(IllegalStateException.class, () -> reader.feed("9"));
        });
        reader.feed("[1,2");
        assertEquals(List.of(json("[1]")), seen);
        reader.feed("]");
        assertEquals(json("[1,2]"), reader.finish());
        assertEquals(2, seen.size());
    }

    @Test
    void textListenersReceiveWholeCharacters() throws Exception {
        String text = "{\"a\":[\"hé\\ud83d\\ude00\\n\",\"\uD83D\uDE00\", 1],\"b\":\"no\"}";
        for (Object input : List.of(text, utf8(text))) {
            List<String> heard = new ArrayList<>();
            PartialJson reader = new PartialJson().onText("/a/*", (piece, path) -> heard.add(path + " " + piece));
            for (int at = 0; at < PartialCases.length(input); at++) {
                PartialCases.feed(reader, input, at, at + 1);
            }
            assertEquals(List.of("/a/0 h", "/a/0 é", "/a/0 \uD83D\uDE00", "/a/0 \n", "/a/1 \uD83D\uDE00"), heard);
        }
        List<String> once = new ArrayList<>();
        PartialJson reader = new PartialJson().onText("/*", (piece, path) -> once.add(piece));
        reader.feed("[\"a\\nb\",\"\",\"c");
        assertEquals(List.of("a\nb", "c"), once);
        List<String> hidden = new ArrayList<>();
        PartialJson ended = PartialJson.builder().endedStrings(true).build();
        ended.onText("/*", (piece, path) -> hidden.add(piece));
        ended.feed("[\"a\",");
        assertEquals(List.of(), hidden);
    }

    @Test
    void stringsInPartOrNotAtAll() throws Exception {
        PartialJson reader = PartialJson.builder().endedStrings("/kind", "/items/*/url").build();
        reader.feed("{\"kind\":\"err");
        assertEquals(json("{}"), reader.value());
        reader.feed("or\",\"text\":\"so f");
        assertEquals(json("{\"kind\":\"error\",\"text\":\"so f\"}"), reader.value());
        reader.feed("ar\",\"items\":[{\"url\":\"http");
        assertEquals(json("[{}]"), reader.value().get("items"));
        reader.feed("://x\",\"name\":\"y");
        assertEquals(json("[{\"url\":\"http://x\",\"name\":\"y\"}]"), reader.value().get("items"));
    }

    @Test
    void piecesAreBytesOfAnyKindOrText() throws Exception {
        byte[] bytes = utf8("{\"é\":\"\uD83D\uDE00\"}");
        ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 2).position(1).put(bytes).limit(bytes.length + 1);
        ByteBuffer slice = ByteBuffer.wrap(("__" + "x".repeat(bytes.length)).getBytes(StandardCharsets.US_ASCII), 2,
                bytes.length).slice().put(bytes);
        for (ByteBuffer piece : List.of(direct.position(1), slice.flip(), ByteBuffer.wrap(bytes).asReadOnlyBuffer())) {
            PartialJson reader = new PartialJson();
            int limit = piece.limit();
            reader.feed(piece);
            assertEquals(limit, piece.position());
            assertEquals(limit, piece.limit());
            assertEquals(json("{\"é\":\"\uD83D\uDE00\"}"), reader.finish());
        }
        assertEquals(json("[1]"), read("[1]").finish());
        PartialJson builder = new PartialJson();
        builder.feed(new StringBuilder("[\"\uD83D"));
        builder.feed(CharBuffer.wrap("\uDE00\"]"));
        assertEquals(json("[\"\uD83D\uDE00\"]"), builder.finish());
        // The buffer of a piece with an error is read to its end too.
        PartialJson wrong = new PartialJson();
        ByteBuffer piece = ByteBuffer.wrap(utf8("[x     "));
        assertThrows(PartialJsonException.class, () -> wrong.feed(piece));
        assertFalse(piece.hasRemaining());
        assertThrows(IllegalStateException.class, () -> read("[").feed(bytes, 0, 1));
        PartialJson ofBytes = new PartialJson();
        ofBytes.feed(bytes, 0, 1);
        assertThrows(IllegalStateException.class, () -> ofBytes.feed("1"));
        assertThrows(IndexOutOfBoundsException.class, () -> ofBytes.feed(bytes, 1, bytes.length));
        assertThrows(NullPointerException.class, () -> ofBytes.feed((ByteBuffer) null));
        ofBytes.feed(bytes, 1, bytes.length - 1);
        assertEquals(json("{\"é\":\"\uD83D\uDE00\"}"), ofBytes.finish());
        assertThrows(IllegalArgumentException.class, () -> PartialJson.builder().maxDepth(-1));
        assertThrows(IllegalArgumentException.class, () -> PartialJson.builder().endedStrings("kind"));
        assertThrows(IllegalArgumentException.class, () -> new PartialJson().on("items/*", (value, path) -> {}));
    }

    /** A program that reads a stream into one array overwrites each piece by the next one. */
    @Test
    void oneArrayForAllPieces() throws Exception {
        byte[] text = utf8("{\"é\":[\"\uD83D\uDE00\\ud83d\\ude00\",-12.5e1,true],\"b\":{}}");
        for (int size = 1; size < 9; size++) {
            byte[] piece = new byte[size];
            PartialJson reader = new PartialJson();
            for (int at = 0; at < text.length; at += size) {
                int len = Math.min(size, text.length - at);
                System.arraycopy(text, at, piece, 0, len);
                reader.feed(piece, 0, len);
                reader.value();
            }
            Arrays.fill(piece, (byte) 'x');
            assertEquals(json(PartialCases.text(text)), reader.finish());
        }
    }

    /** A text whose own code throws leaves the reader as it was. */
    @Test
    void textsThatThrow() throws Exception {
        PartialJson reader = read("[1,");
        assertThrows(IllegalArgumentException.class, () -> reader.feed(new Throwing()));
        reader.feed("2]");
        assertEquals(json("[1,2]"), reader.finish());
    }

    /** A text whose own code throws. */
    private static final class Throwing implements CharSequence {
        @Override
        public int length() {
            return 1;
        }

        @Override
        public char charAt(int index) {
            return ']';
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return this;
        }

        @Override
        public String toString() {
            throw new IllegalArgumentException("mine");
        }
    }

    @Test
    void loneSurrogatesOfTextAreErrors() throws Exception {
        for (Map.Entry<String, Integer> one : Map.of("[\"a\uD83D\"", 3, "[\"\uDE00", 2, "[\"\uD83D\uD83D", 2, "[\uD83D1", 1,
                "[\"\\\uD83D1", 3, "[tr\uDE00", 3).entrySet()) {
            PartialJson reader = new PartialJson();
            PartialCases.feedCut(reader, one.getKey(), 1, 2, Math.min(3, one.getKey().length()));
            assertError(ErrorCode.UTF16_SURROGATE_LONE, one.getValue(), reader.error());
        }
        PartialJson cut = read("\"\uD83D");
        assertError(ErrorCode.UTF16_SURROGATE_LONE, 1, assertThrows(PartialJsonException.class, cut::finish));
    }

    @Test
    void textAroundTheValueIsCounted() throws Exception {
        String text = "Réponse\u00A0: {\"a\":[1]} \u2014 voilà";
        PartialJson reader = PartialJson.builder().around(PartialJson.Around.TEXT).build();
        reader.feed(text);
        assertEquals(new PartialJson.Skipped(9, 6), reader.skipped());
        assertTrue(reader.done());
        byte[] cut = new byte[] {'{', '}', ' ', (byte) 0xFF, (byte) 0xF0, (byte) 0x9F};
        for (int at = 0; at <= cut.length; at++) {
            PartialJson bytes = PartialJson.builder().around(PartialJson.Around.TEXT).build();
            PartialCases.feedCut(bytes, cut, at);
            assertEquals(json("{}"), bytes.finish());
            assertEquals(new PartialJson.Skipped(0, 3), bytes.skipped());
        }
    }

    /** Long pieces, whose characters are cut by the buffers of the reader. */
    @Test
    void charactersAtTheEndsOfTheBuffers() throws Exception {
        for (int before = 1000; before < 1030; before++) {
            String text = "[\"" + "x".repeat(before) + "é\u4E2D\uD83D\uDE00\\ud83d\\ude00".repeat(300) + "\"]";
            assertEquals(json(text), read(text).finish());
            PartialJson reader = new PartialJson();
            reader.feed(ByteBuffer.wrap(utf8(text)));
            assertEquals(json(text), reader.finish());
        }
    }

    @Test
    void pathsAreJsonPointers() throws Exception {
        List<JsonPointer> paths = new ArrayList<>();
        PartialJson reader = new PartialJson().on("/*/*", (value, path) -> paths.add(path));
        reader.feed("{\"a~/b\":[0,1],\"\":{\"\":2}}");
        JsonNode whole = reader.finish();
        assertEquals("[0, 1, 2]", paths.stream().map(whole::at).toList().toString());
    }
}
