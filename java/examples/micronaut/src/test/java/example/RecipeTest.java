package example;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.micronaut.context.ApplicationContext;
import io.micronaut.runtime.server.EmbeddedServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecipeTest {
    @Test
    void stringmillWritesTheBytesOfJackson() throws Exception {
        Map<String, Object> settings = Map.of("micronaut.server.port", -1);
        try (EmbeddedServer server = ApplicationContext.run(EmbeddedServer.class, settings)) {
            HttpRequest page = HttpRequest.newBuilder(server.getURI().resolve("/page")).build();
            String response = HttpClient.newHttpClient().send(page, BodyHandlers.ofString()).body();
            String stock = new String(new ObjectMapper().writeValueAsBytes(Page.sample()), UTF_8);
            assertTrue(stock.endsWith("\"writtenBy\":\"UTF8JsonGenerator\"}"), stock);
            assertEquals(stock.replace("UTF8JsonGenerator", "StringmillUtf8Generator"), response);
        }
    }
}
