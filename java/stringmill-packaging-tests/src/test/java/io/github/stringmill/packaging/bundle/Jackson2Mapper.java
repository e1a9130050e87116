package io.github.stringmill.packaging.bundle;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.stringmill.Stringmill;
import io.github.stringmill.jackson2.StringmillFactory;
import io.github.stringmill.jackson2.StringmillModule;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;

/** Writes a buffer by a mapper with our factory and our module, and its text by Jackson's mapper. */
public final class Jackson2Mapper implements Callable<List<String>> {
    private static final String TEXT = "<p class=\"note\">50 €, 漢字\n</p>".repeat(400);

    @Override
    public List<String> call() throws Exception {
        ObjectMapper mapper = new ObjectMapper(new StringmillFactory()).registerModule(new StringmillModule());
        ByteBuffer utf8 = StandardCharsets.UTF_8.encode(TEXT);
        return List.of(Stringmill.kernels(), new String(mapper.writeValueAsBytes(utf8), StandardCharsets.UTF_8),
                new String(new ObjectMapper().writeValueAsBytes(TEXT), StandardCharsets.UTF_8));
    }
}
