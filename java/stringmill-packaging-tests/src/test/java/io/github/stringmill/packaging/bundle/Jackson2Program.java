package io.github.stringmill.packaging.bundle;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonFactory;
import io.github.stringmill.Stringmill;
import io.github.stringmill.jackson2.StringmillFactory;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;

/** Writes the same text by our factory and by Jackson's, without databind. */
public final class Jackson2Program implements Callable<List<String>> {
    private static final String TEXT = "<p class=\"note\">50 €, 漢字\n</p>".repeat(400);

    @Override
    public List<String> call() throws Exception {
        return List.of(Stringmill.kernels(), write(new StringmillFactory()), write(new JsonFactory()));
    }

    private static String write(JsonFactory factory) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator generator = factory.createGenerator(out)) {
            byte[] utf8 = TEXT.getBytes(StandardCharsets.UTF_8);
            generator.writeStartArray();
            generator.writeString(TEXT);
            generator.writeUTF8String(utf8, 0, utf8.length);
            generator.writeEndArray();
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}
