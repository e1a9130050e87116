// Prints for each line of hexadecimal bytes what Jackson writes: of a String, and of bytes, in hexadecimal.

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

public class Hosts {
    interface Write { void to(JsonGenerator generator) throws IOException; }

    static String hex(Write write) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator generator = new JsonFactory().createGenerator(out)) {
            write.to(generator);
        }
        byte[] all = out.toByteArray();
        return HexFormat.of().formatHex(all, 1, all.length - 1);
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            byte[] bytes = HexFormat.of().parseHex(line);
            String text = hex(generator -> generator.writeString(new String(bytes, StandardCharsets.UTF_8)));
            String raw = hex(generator -> generator.writeUTF8String(bytes, 0, bytes.length));
            System.out.println(line + " " + text + " " + raw);
        }
    }
}
