package example;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.json.PackageVersion;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class RecipeTest {
    @LocalServerPort
    int port;

    @Test
    void stringmillWritesTheBytesOfJackson() throws Exception {
        URI page = URI.create("http://localhost:" + port + "/page");
        String response = HttpClient.newHttpClient().send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString())
                .body();
        String stock = new String(new ObjectMapper().writeValueAsBytes(Page.sample()), UTF_8);
        assertTrue(stock.endsWith("\"writtenBy\":\"UTF8JsonGenerator\"}"), stock);
        assertEquals(stock.replace("UTF8JsonGenerator", "StringmillUtf8Generator"), response);
    }

    @Test
    void theVersionOfJacksonIsTheManagedOne() {
        assertEquals(System.getProperty("jackson.managed"), PackageVersion.VERSION.toString());
    }
}
