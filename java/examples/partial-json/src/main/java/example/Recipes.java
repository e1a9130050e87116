package example;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.stringmill.jackson2.PartialJson;
import io.github.stringmill.jackson2.PartialJsonProcessor;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** The recipes of docs/partial.md, which has the text of each between the marks. */
public final class Recipes {
    private Recipes() {}

    // recipe
    static JsonNode httpRecipe(HttpClient client, URI uri, Consumer<JsonNode> show) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri).build();
        HttpResponse<Flow.Publisher<List<ByteBuffer>>> response = client.send(request, BodyHandlers.ofPublisher());
        if (response.statusCode() != 200) {
            throw new IOException("the response has the status " + response.statusCode());
        }
        PartialJsonProcessor<List<ByteBuffer>> values = PartialJsonProcessor.ofBufferLists(new PartialJson());
        response.body().subscribe(values);
        return values.forEach(show).get();
    }
    // end

    // recipe
    static JsonNode eventsRecipe(Stream<String> lines, ObjectMapper mapper, Consumer<JsonNode> show) throws IOException {
        PartialJson reader = new PartialJson();
        for (String line : (Iterable<String>) lines::iterator) {
            if (line.startsWith("data:") && !line.endsWith("[DONE]")) {
                JsonNode event = mapper.readTree(line.substring("data:".length()));
                reader.feed(event.at("/choices/0/delta/content").asText(""));
                show.accept(reader.value());
            }
        }
        return reader.finish();
    }
    // end

    // recipe
    static Mono<JsonNode> reactorRecipe(Flux<ByteBuffer> body, Scheduler scheduler, Consumer<JsonNode> show) {
        return Mono.defer(() -> {
            PartialJsonProcessor<ByteBuffer> values = PartialJsonProcessor.ofBuffers(new PartialJson());
            JdkFlowAdapter.publisherToFlowPublisher(body).subscribe(values);
            return JdkFlowAdapter.flowPublisherToFlux(values)
                    .publishOn(scheduler, 1) // Requests one value at a time: always the newest.
                    .doOnNext(show)
                    .then(Mono.fromFuture(values.result()));
        });
    }
    // end

    // recipe
    static Flux<ByteBuffer> bytes(Flux<DataBuffer> body) {
        return body.map(buffer -> {
            ByteBuffer bytes = ByteBuffer.allocate(buffer.readableByteCount());
            buffer.toByteBuffer(bytes);
            DataBufferUtils.release(buffer);
            return bytes;
        });
    }
    // end

    // recipe
    static PartialJsonProcessor<CharSequence> slowRecipe(Executor executor) {
        PartialJson reader = PartialJson.builder().around(PartialJson.Around.FENCE).build();
        return new PartialJsonProcessor<>(reader, PartialJson::feed, executor);
    }
    // end
}
