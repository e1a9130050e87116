import com.amazon.ion.IonReader;
import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonReaderBuilder;
import com.amazon.ion.system.IonTextWriterBuilder;
import com.amazon.ion.system.IonTextWriterBuilder.NewLineType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Prints what ion-java writes: of documents.ion each line in each way of writing, and hashes of what it writes of the
 * files of ion-tests and of random numbers. `tools/run ion-java-bytes` runs it.
 */
class Record {
    private static final String[] WAYS = {"compact", "pretty", "lines", "ascii", "long", "pretty-long-ascii"};

    private static long seed = 0x9E37_79B9_7F4A_7C15L;

    public static void main(String[] args) throws IOException {
        List<String> documents = Files.readAllLines(Path.of(args[0]));
        for (int i = 0; i < documents.size(); i++) {
            for (String way : WAYS) {
                String written = copy(way, documents.get(i).getBytes(StandardCharsets.UTF_8));
                System.out.println("document " + (i + 1) + "\t" + way + "\t"
                        + written.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r"));
            }
        }
        files(Path.of(args[1]));
        floats();
        decimals();
    }

    private static IonWriter writer(String way, ByteArrayOutputStream out) {
        IonTextWriterBuilder builder =
                way.startsWith("pretty") ? IonTextWriterBuilder.pretty() : IonTextWriterBuilder.standard();
        builder.setNewLineType(NewLineType.LF);
        if (way.contains("ascii")) {
            builder.setCharset(IonTextWriterBuilder.ASCII);
        }
        if (way.contains("long")) {
            builder.setLongStringThreshold(3);
        }
        if (way.equals("lines")) {
            builder.setWriteTopLevelValuesOnNewLines(true);
        }
        return builder.build(out);
    }

    private static String copy(String way, byte[] text) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (IonReader reader = IonReaderBuilder.standard().build(text); IonWriter writer = writer(way, out)) {
            writer.writeValues(reader);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static void files(Path folder) throws IOException {
        TreeMap<String, Path> found = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folder.resolve("good"))) {
            all.filter(path -> path.toString().endsWith(".ion"))
                    .forEach(path -> found.put(folder.relativize(path).toString(), path));
        }
        for (String name : found.keySet()) {
            long hash = 0;
            String failure = null;
            for (String way : WAYS) {
                try {
                    hash = hash(hash, copy(way, Files.readAllBytes(found.get(name))));
                } catch (RuntimeException e) {
                    failure = "fails";
                }
            }
            System.out.println(name + "\tall\t" + (failure == null ? Long.toHexString(hash) : failure));
        }
    }

    private static void floats() throws IOException {
        long hash = 0;
        for (int i = 0; i < 200_000; i++) {
            long bits = next();
            // Most have any exponent; some a small one, as people write them, and some are the smallest there are.
            double value = switch (i % 4) {
                case 0 -> (double) (bits >> 40) / 1000;
                case 1 -> Double.longBitsToDouble(bits & 0xFFF);
                default -> Double.longBitsToDouble(bits);
            };
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (IonWriter writer = writer("compact", out)) {
                writer.writeFloat(value);
            }
            hash = hash(hash, out.toString(StandardCharsets.UTF_8));
        }
        System.out.println("floats\tcompact\t" + Long.toHexString(hash));
    }

    private static void decimals() throws IOException {
        long hash = 0;
        for (int i = 0; i < 200_000; i++) {
            BigInteger coefficient = BigInteger.valueOf(next() >> (next() & 63));
            int scale = (int) (next() & 63) - 20;
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (IonWriter writer = writer("compact", out)) {
                writer.writeDecimal(new BigDecimal(coefficient, scale));
            }
            hash = hash(hash, out.toString(StandardCharsets.UTF_8));
        }
        System.out.println("decimals\tcompact\t" + Long.toHexString(hash));
    }

    /** xorshift64. */
    private static long next() {
        seed ^= seed << 13;
        seed ^= seed >>> 7;
        seed ^= seed << 17;
        return seed;
    }

    /** FNV-1a with 64 bits, and a byte for the end. */
    private static long hash(long start, String text) {
        long hash = start;
        for (byte b : (text + "\n").getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (b & 0xFF)) * 0x100_0000_01B3L;
        }
        return hash;
    }
}
