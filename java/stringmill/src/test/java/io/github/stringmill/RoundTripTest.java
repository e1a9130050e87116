package io.github.stringmill;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Promise: unescape(escape(x)) = x. */
class RoundTripTest {
    private final RandomText texts = new RandomText(5);

    private static List<String> jsonProfiles() {
        return Profile.names().stream().filter(name -> Profile.of(name).form() == Profile.Form.JSON).toList();
    }

    @Test
    void wellFormedTextThroughEveryProfile() {
        for (String name : jsonProfiles()) {
            JsonEscape rules = JsonEscape.of(Profile.of(name));
            for (int round = 0; round < 1_000; round++) {
                byte[] text = texts.text(texts.random().nextInt(10), 30).getBytes(StandardCharsets.UTF_8);
                byte[] escaped = Stringmill.jsonEscape(rules, text);
                assertArrayEquals(text, Stringmill.jsonUnescape(LoneSurrogates.REJECT, escaped), name);
            }
        }
    }

    /** Any bytes at all, if the policy is reversible. */
    @Test
    void anyBytesReversibly() {
        JsonEscape rules = JsonEscape.JSON.onIllFormed(IllFormed.REVERSIBLE);
        for (int round = 0; round < 20_000; round++) {
            byte[] src = texts.bytes();
            byte[] escaped = Stringmill.jsonEscape(rules, src);
            assertArrayEquals(src, Stringmill.jsonUnescape(LoneSurrogates.REVERSIBLE, escaped));
        }
    }

    /** The host's own reader reads back the original text. */
    @Test
    void othersReadTheSame() throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        for (String name : jsonProfiles()) {
            JsonEscape rules = JsonEscape.of(Profile.of(name));
            for (int round = 0; round < 300; round++) {
                String text = texts.text(texts.random().nextInt(10), 30);
                ByteArrayOutputStream json = new ByteArrayOutputStream();
                json.write('"');
                json.write(Stringmill.jsonEscapeUtf16(rules, text.toCharArray()));
                json.write('"');
                assertEquals(text, mapper.readValue(json.toByteArray(), String.class));
            }
        }
    }
}
