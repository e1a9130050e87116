package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.github.stringmill.jackson2.PartialJsonException;
import io.github.stringmill.jackson2.PartialJsonProcessor;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/** The recipes of docs/partial.md with the packages that they name. */
@Timeout(60)
class RecipeTest {
    private static final String RECIPE = "{\"title\":\"Crêpe\",\"minutes\":45,\"steps\":[\"mix\",\"bake\"]}";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final List<JsonNode> shown = new CopyOnWriteArrayList<>();

    private static List<byte[]> pieces(String text, int size) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        List<byte[]> pieces = new ArrayList<>();
        for (int at = 0; at < bytes.length; at += size) {
            pieces.add(java.util.Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + size)));
        }
        return pieces;
    }

    private void assertShown() throws IOException {
        assertEquals(MAPPER.readTree(RECIPE), shown.get(shown.size() - 1));
        for (int i = 1; i < shown.size(); i++) {
            assertTrue(shown.get(i - 1).size() <= shown.get(i).size() && shown.get(i) != shown.get(i - 1), shown::toString);
        }
    }

    @Test
    void thePageHasTheRecipes() throws IOException {
        String page = Files.readString(Path.of("../../../docs/partial.md"));
        String source = Files.readString(Path.of("src/main/java/example/Recipes.java"));
        Matcher recipe = Pattern.compile("^    // recipe\n(.*?)^    // end\n", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(source);
        int count = 0;
        for (; recipe.find(); count++) {
            String text = recipe.group(1).replaceAll("(?m)^    ", "");
            assertTrue(page.contains("```java\n" + text + "```\n"), () -> "docs/partial.md does not have:\n" + text);
        }
        assertEquals(5, count);
    }

    /** A server that answers with a status and pieces, and ends when it is closed. */
    private static HttpServer server(int status, List<byte[]> pieces) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(status, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                for (byte[] piece : pieces) {
                    out.write(piece);
                    out.flush();
                }
            }
        });
        server.start();
        return server;
    }

    private JsonNode overHttp(int status, String text) throws Exception {
        HttpServer server = server(status, pieces(text, 7));
        try {
            URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
            return Recipes.httpRecipe(HttpClient.newHttpClient(), uri, shown::add);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void http() throws Exception {
        assertEquals(MAPPER.readTree(RECIPE), overHttp(200, RECIPE));
        assertShown();
        shown.clear();
        Exception cut = assertThrows(ExecutionException.class, () -> overHttp(200, RECIPE.substring(0, 30)));
        assertInstanceOf(PartialJsonException.class, cut.getCause());
        assertEquals("Crêpe", shown.get(shown.size() - 1).path("title").asText());
        assertThrows(IOException.class, () -> overHttp(500, RECIPE));
    }

    @Test
    void events() throws Exception {
        List<String> lines = new ArrayList<>(List.of("data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":null}}]}"));
        for (int at = 0; at < RECIPE.length(); at += 5) {
            String delta = RECIPE.substring(at, Math.min(RECIPE.length(), at + 5));
            lines.add("data: {\"choices\":[{\"delta\":{\"content\":" + MAPPER.writeValueAsString(delta) + "}}]}");
            lines.add("");
        }
        lines.addAll(List.of(": a comment", "data: {\"choices\":[]}", "data: [DONE]"));
        assertEquals(MAPPER.readTree(RECIPE), Recipes.eventsRecipe(lines.stream(), MAPPER, shown::add));
        assertEquals(MAPPER.readTree(RECIPE), shown.get(shown.size() - 1));
        assertThrows(PartialJsonException.class, () -> Recipes.eventsRecipe(lines.stream().limit(9), MAPPER, shown::add));
    }

    @Test
    void reactor() throws Exception {
        Flux<ByteBuffer> body = Flux.fromIterable(pieces(RECIPE, 5)).map(ByteBuffer::wrap).delayElements(Duration.ofMillis(2));
        assertEquals(MAPPER.readTree(RECIPE), Recipes.reactorRecipe(body, Schedulers.parallel(), shown::add).block());
        assertShown();
        assertTrue(shown.size() > 3, shown::toString);
        // The recipe reads again for each subscriber.
        assertEquals(MAPPER.readTree(RECIPE), Recipes.reactorRecipe(body, Schedulers.parallel(), shown::add).block());
        shown.clear();
        Flux<ByteBuffer> wrong = Flux.just(ByteBuffer.wrap("[1,".getBytes()), ByteBuffer.wrap("2,x".getBytes()));
        RuntimeException error = assertThrows(RuntimeException.class,
                () -> Recipes.reactorRecipe(wrong, Schedulers.parallel(), shown::add).block());
        assertInstanceOf(PartialJsonException.class, error.getCause());
        assertEquals("[1,2]", shown.get(shown.size() - 1).toString());
        Flux<ByteBuffer> lost = Flux.concat(Flux.just(ByteBuffer.wrap("[1,".getBytes())), Flux.error(new IllegalStateException("lost")));
        assertThrows(IllegalStateException.class, () -> Recipes.reactorRecipe(lost, Schedulers.parallel(), shown::add).block());
    }

    @Test
    void reactorCancelsAndTakesTheNewest() throws Exception {
        AtomicBoolean cancelled = new AtomicBoolean();
        Sinks.Many<ByteBuffer> sink = Sinks.many().unicast().onBackpressureBuffer();
        Flux<ByteBuffer> body = sink.asFlux().doOnCancel(() -> cancelled.set(true));
        CompletableFuture<Void> first = new CompletableFuture<>();
        CompletableFuture<Void> goOn = new CompletableFuture<>();
        CompletableFuture<Void> second = new CompletableFuture<>();
        Disposable disposable = Recipes.reactorRecipe(body, Schedulers.boundedElastic(), value -> {
            shown.add(value);
            first.complete(null);
            goOn.join();
            if (shown.size() > 1) {
                second.complete(null);
            }
        }).subscribe();
        sink.tryEmitNext(ByteBuffer.wrap("[0,".getBytes()));
        first.get(30, TimeUnit.SECONDS);
        for (int i = 1; i < 100; i++) {
            sink.tryEmitNext(ByteBuffer.wrap((i + ",").getBytes()));
        }
        goOn.complete(null);
        second.get(30, TimeUnit.SECONDS);
        while (shown.get(shown.size() - 1).size() < 100) {
            Thread.sleep(1);
        }
        // One, perhaps one that was requested before, and the newest.
        assertTrue(shown.size() <= 3, shown::toString);
        disposable.dispose();
        assertTrue(cancelled.get());
    }

    @Test
    void dataBuffers() throws Exception {
        DefaultDataBufferFactory factory = new DefaultDataBufferFactory();
        Flux<DataBuffer> body = Flux.fromIterable(pieces(RECIPE, 3)).map(factory::wrap);
        assertEquals(MAPPER.readTree(RECIPE),
                Recipes.reactorRecipe(Recipes.bytes(body), Schedulers.parallel(), shown::add).block());
        assertShown();
    }

    @Test
    void anExecutorWithAFence() throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(2);
        try (SubmissionPublisher<CharSequence> publisher = new SubmissionPublisher<>(executor, 8)) {
            PartialJsonProcessor<CharSequence> values = Recipes.slowRecipe(executor);
            publisher.subscribe(values);
            CompletableFuture<JsonNode> result = values.forEach(shown::add);
            for (String piece : ("```json\n" + RECIPE + "\n```").split("(?<=\\G.{4})")) {
                publisher.submit(piece);
            }
            publisher.close();
            assertEquals(MAPPER.readTree(RECIPE), result.get(30, TimeUnit.SECONDS));
            assertShown();
        } finally {
            executor.shutdownNow();
        }
    }
}
