package io.github.stringmill.packaging.bundle;

import tools.jackson.databind.json.JsonMapper;
import io.github.stringmill.Stringmill;
import io.github.stringmill.jackson3.StringmillFactory;
import io.github.stringmill.jackson3.StringmillModule;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;

/** Writes a buffer by a mapper with our factory and our module, and its text by Jackson's mapper. */
public final class Jackson3Mapper implements Callable<List<String>> {
    private static final String TEXT = "<p class=\"note\">50 €, 漢字\n</p>".repeat(400);

    @Override
    public List<String> call() throws Exception {
        JsonMapper mapper = JsonMapper.builder(new StringmillFactory()).addModule(new StringmillModule()).build();
        ByteBuffer utf8 = StandardCharsets.UTF_8.encode(TEXT);
        return List.of(Stringmill.kernels(), new String(mapper.writeValueAsBytes(utf8), StandardCharsets.UTF_8),
                new String(new JsonMapper().writeValueAsBytes(TEXT), StandardCharsets.UTF_8));
    }
}
