package example;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

@QuarkusTest
class RecipeTest {
    @TestHTTPResource("/page")
    URI page;

    @Test
    void stringmillWritesTheBytesOfJackson() throws Exception {
        String response = HttpClient.newHttpClient().send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString())
                .body();
        String stock = new String(new ObjectMapper().writeValueAsBytes(Page.sample()), UTF_8);
        assertTrue(stock.endsWith("\"writtenBy\":\"UTF8JsonGenerator\"}"), stock);
        assertEquals(stock.replace("UTF8JsonGenerator", "StringmillUtf8Generator"), response);
    }
}
