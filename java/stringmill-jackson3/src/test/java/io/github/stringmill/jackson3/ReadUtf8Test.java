// Generated from java/stringmill-jackson2 by `cargo run -p stringmill-gen -- jackson3`; do not edit.
package io.github.stringmill.jackson3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.stringmill.IllFormed;
import io.github.stringmill.StringmillException;
import io.github.stringmill.jackson.Parser;
import io.github.stringmill.jackson.ReadSettings;
import io.github.stringmill.jackson.ReadUtf8;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonParserDelegate;

/** Reading strings as UTF-8 with Jackson 3. */
class ReadUtf8Test extends ReadUtf8 {
    @Override
    protected Parser parser(boolean ours, ReadSettings settings, InputStream in) {
        return Parser3.of(ours, settings, in);
    }

    @Override
    protected Class<? extends Exception> refusal() {
        return StreamReadException.class;
    }

    /** Reads the second token of a document with a parser, and returns the text. */
    private static String read(IllFormed policy, JsonParser parser) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        parser.nextToken();
        parser.nextToken();
        long len = policy == IllFormed.REJECT ? Utf8Strings.read(parser, out) : Utf8Strings.read(policy, parser, out);
        assertEquals(out.size(), len);
        parser.close();
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void parsersOfAnyKind() throws Exception {
        String document = "[\"a\\n\u00E9\uD83D\uDE00\"]";
        String lone = "[\"\\ud83d\"]";
        for (JsonFactory factory : new JsonFactory[] {
            new StringmillFactory(), new JsonFactory(), StringmillFactory.builder().useStockParser(false).build()}) {
            byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
            assertEquals("a\n\u00E9\uD83D\uDE00", read(IllFormed.REJECT, factory.createParser(ObjectReadContext.empty(), bytes)));
            assertEquals("a\n\u00E9\uD83D\uDE00", read(IllFormed.REJECT, factory.createParser(ObjectReadContext.empty(), document)));
            JsonParser delegate = new JsonParserDelegate(new JsonParserDelegate(factory.createParser(ObjectReadContext.empty(), bytes)));
            assertEquals("a\n\u00E9\uD83D\uDE00", read(IllFormed.REPLACE, delegate));
            assertEquals("\uFFFD", read(IllFormed.REPLACE, factory.createParser(ObjectReadContext.empty(), lone)));
            Exception e = assertThrows(refusal(), () -> read(IllFormed.REJECT, factory.createParser(ObjectReadContext.empty(), lone)));
            assertInstanceOf(StringmillException.class, e.getCause());
            assertThrows(refusal(), () -> read(IllFormed.REJECT, factory.createParser(ObjectReadContext.empty(), "[1]")));
        }
    }
}
