import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.sun.net.httpserver.HttpServer;
import io.github.stringmill.jackson2.StringmillFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * A server whose response is an array of documents held as UTF-8, written once by Jackson's factory and once by ours;
 * and a client that compares the bytes of both. {@code tools/run java example} runs it.
 */
public class BlobServer {
    private static final int DOCUMENTS = 30_000;

    public static void main(String[] arguments) throws Exception {
        byte[] document = ("<article lang=\"en\">\n\t<p>A document of some length, as a database gives it.</p>\n"
                + "<p>" + "No string is made of it on its way. ".repeat(90) + "</p></article>\n").getBytes(StandardCharsets.UTF_8);

        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        serve(server, "/jackson", new JsonFactory(), document);
        serve(server, "/stringmill", new StringmillFactory(), document);
        server.start();
        try {
            String[] paths = {"/jackson", "/stringmill", "/jackson", "/stringmill"};
            String[] digests = new String[paths.length];
            for (int i = 0; i < paths.length; i++) {
                digests[i] = get(server, paths[i]);
            }
            if (!digests[0].equals(digests[1])) {
                throw new AssertionError("the answers differ");
            }
            System.out.println("the answers are equal, byte for byte");
        } finally {
            server.stop(0);
        }
    }

    private static void serve(HttpServer server, String path, JsonFactory factory, byte[] document) {
        server.createContext(path, exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 0);
            long start = System.nanoTime();
            try (OutputStream out = exchange.getResponseBody(); JsonGenerator json = factory.createGenerator(out)) {
                json.writeStartArray();
                for (int i = 0; i < DOCUMENTS; i++) {
                    json.writeUTF8String(document, 0, document.length);
                }
                json.writeEndArray();
            }
            System.out.printf("%-12s written in %d ms%n", path, (System.nanoTime() - start) / 1_000_000);
        });
    }

    /** Returns the digest of a response. */
    private static String get(HttpServer server, String path) throws IOException, InterruptedException {
        URI uri = URI.create("http://" + server.getAddress().getHostString() + ":" + server.getAddress().getPort() + path);
        HttpResponse<InputStream> response =
                HttpClient.newHttpClient().send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[1 << 16];
            for (int n = body.read(buffer); n >= 0; n = body.read(buffer)) {
                digest.update(buffer, 0, n);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
