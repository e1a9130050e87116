import com.amazon.ion.IonCatalog;
import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonBinaryWriterBuilder;
import com.amazon.ion.system.IonReaderBuilder;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reads the documents of binary Ion that {@code stringmill-agree} printed with ion-java, and compares events and verdicts with
 * those of the reader in Rust. Differences have a name here, which says who is right, or fail the run. Documents that both
 * read alike are written by ion-java's binary writer to the second file, for {@code stringmill-agree read}.
 */
class IonJavaReadsBinary {
    private static final IonCatalog CATALOG = IonTranscript.catalog();
    private static final Pattern UNKNOWN_SYMBOL = Pattern.compile("(^|=|::|symbol:)\\$[1-9][0-9]*", Pattern.MULTILINE);
    private static final Pattern IMPORTS_OF_NO_TABLE = Pattern.compile("8183(d.|de..)86(?!7103|b)");
    private static final String EXPONENTS = "ion-java drops bits of exponents above 32 bits: Rust is right";
    private static final int DIFFERENCES_SHOWN = 20;

    private final Map<String, Integer> classes = new TreeMap<>();
    private int same;
    private int refused;
    private int different;

    public static void main(String[] args) throws IOException {
        IonJavaReadsBinary all = new IonJavaReadsBinary();
        int documents = 0;
        int written = 0;
        try (BufferedReader lines = Files.newBufferedReader(Path.of(args[0])); PrintWriter out = new PrintWriter(args[1])) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                documents++;
                int tab = line.indexOf('\t');
                byte[] bytes = HexFormat.of().parseHex(line.substring(0, tab));
                String transcript = line.substring(tab + 1);
                if (all.isSame(bytes, transcript)) {
                    String rewritten = all.rewritten(bytes, transcript);
                    written += rewritten == null ? 0 : 1;
                    out.print(rewritten == null ? "" : rewritten + "\t" + transcript + "\n");
                }
            }
        }
        System.out.printf("ion-readers-agree: %,d documents of binary Ion, %,d with the same values in ion-java, %,d refused by both,"
                + " %,d written by ion-java, %,d read otherwise%n", documents, all.same, all.refused, written, all.different);
        all.classes.forEach((name, count) -> System.out.printf("  %,d: %s%n", count, name));
        // A test of one kind alone would prove little.
        boolean isMixed = all.same > documents / 4 && all.refused > documents / 8 && written > documents / 8;
        if (!isMixed) {
            System.out.println("WRONG: too few documents are read, refused or written");
        }
        System.exit(all.different == 0 && isMixed ? 0 : 1);
    }

    /** Whether both readers read the whole document without any difference. */
    private boolean isSame(byte[] bytes, String transcript) {
        List<String> rust = new ArrayList<>(Arrays.asList(transcript.split(" ")));
        String end = rust.remove(rust.size() - 1);
        Walk walk = new Walk(rust);
        String error = walk.read(bytes);
        boolean isRefused = !end.equals("end");
        boolean isRead = !isRefused && error == null && walk.at == rust.size();
        if (walk.difference == null && walk.known == null && isRead) {
            same++;
            return true;
        }
        if (walk.difference == null && isRefused && error != null) {
            refused++;
            return false;
        }
        String name = walk.difference;
        if (name == null && isRefused) {
            name = accepted(bytes, end.substring(1).split(":"), walk.beyond);
        } else if (name == null && isRead) {
            name = walk.known;
        }
        if (IMPORTS_OF_NO_TABLE.matcher(HexFormat.of().formatHex(bytes)).find()) {
            name = "ion-java extends the symbol table for imports of any type: Rust is right";
        }
        if (name != null && !name.startsWith("WRONG")) {
            count(name);
        } else if (different++ < DIFFERENCES_SHOWN) {
            System.out.println("WRONG: " + HexFormat.of().formatHex(bytes) + "\n  rust " + transcript + "\n  java " + walk.events
                    + " " + error + " " + name);
        }
        return false;
    }

    private void count(String name) {
        classes.merge(name, 1, Integer::sum);
    }

    /**
     * The name of the difference if Rust refuses what ion-java accepts; null if it has none.
     *
     * @param error the offset and the name of Rust's error, and `table` if it is in a symbol table
     * @param beyond the event of ion-java after those of Rust
     */
    private static String accepted(byte[] bytes, String[] error, String beyond) {
        if (error.length > 2) {
            return "ion-java does not read all parts of a symbol table: Rust is right";
        }
        int offset = Integer.parseInt(error[0]);
        return switch (error[1]) {
            case "ion_incomplete" -> "ion-java takes a container that the end of the input cuts: Rust is right";
            case "timestamp_range" -> varInt(bytes, offset) >= 24 * 60
                    ? "ion-java takes an offset of a day or more without a time of day: Rust is right" : null;
            // The byte before the error says that the number continues, or all numbers of the value are missing.
            case "ion_binary_length" -> bytes[offset - 1] >= 0 || beyond.contains("decimal:") || beyond.contains("timestamp:")
                    ? "ion-java reads numbers of variable length beyond the end of their value: Rust is right" : null;
            case "ion_symbol_id" -> varIntLen(bytes, offset) > 4 || bytes[offset] > 0x74 && bytes[offset] < 0x7F
                    ? "ion-java drops bits of symbol IDs above 32 bits: Rust is right" : null;
            case "ion_binary_overflow" -> EXPONENTS;
            case "limit_string_len" -> "Rust limits the digits of a second: both are right";
            case "ion_binary_annotations" -> bytes[offset] == (byte) 0x80
                    ? "ion-java takes a wrapper without annotations: Rust is right" : null;
            default -> null;
        };
    }

    private static int varIntLen(byte[] bytes, int start) {
        int end = start;
        while (bytes[end] >= 0) {
            end++;
        }
        return end + 1 - start;
    }

    /** The magnitude of the number of variable length there. */
    private static long varInt(byte[] bytes, int start) {
        long value = bytes[start] & 0x3F;
        for (int at = start; bytes[at] >= 0;) {
            value = value << 7 | bytes[++at] & 0x7F;
        }
        return value;
    }

    /** The document, written by ion-java, in hexadecimal; null where its writer has a known defect. */
    private String rewritten(byte[] bytes, String transcript) throws IOException {
        if (transcript.contains("'$ion_symbol_table::")) {
            count("ion-java's writer takes a struct for a symbol table for its second annotation: Rust is right");
            return null;
        }
        if (UNKNOWN_SYMBOL.matcher(transcript.replace(' ', '\n')).find()) {
            count("ion-java's writer keeps the ID of a symbol without text, which its table may give one: Rust is right");
            return null;
        }
        if (transcript.contains("d2147483648 ")) {
            count("ion-java's writer changes the sign of the exponent 2147483648: Rust is right");
            return null;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (IonReader reader = IonReaderBuilder.standard().withCatalog(CATALOG).build(bytes);
                IonWriter writer = IonBinaryWriterBuilder.standard().withCatalog(CATALOG).build(out)) {
            writer.writeValues(reader);
        }
        return HexFormat.of().formatHex(out.toByteArray());
    }

    /** The way of ion-java through a document, beside the events of Rust. */
    private static final class Walk {
        private final List<String> rust;
        private final List<String> events = new ArrayList<>();
        private int at;
        /** A known difference that has been passed; null if there was none. */
        private String known;
        /** The event after those of Rust. */
        private String beyond = "end";
        /** The name of the difference that ends the comparison; null if there is none. */
        private String difference;

        Walk(List<String> rust) {
            this.rust = rust;
        }

        /** Reads all; returns the error, null if there is none. */
        String read(byte[] bytes) {
            try (IonReader reader = IonReaderBuilder.standard().withCatalog(CATALOG).build(bytes)) {
                StringBuilder closers = new StringBuilder();
                while (difference == null) {
                    IonType type = reader.next();
                    if (type == null && closers.isEmpty()) {
                        tell("end", 0);
                        return null;
                    }
                    if (type == null) {
                        reader.stepOut();
                        tell(closers.substring(closers.length() - 1), closers.length());
                        closers.setLength(closers.length() - 1);
                        continue;
                    }
                    tell(IonTranscript.event(reader, type), closers.length());
                    if (IonType.isContainer(type) && !reader.isNullValue()) {
                        closers.append(type == IonType.LIST ? ']' : type == IonType.SEXP ? ')' : '}');
                        reader.stepIn();
                    }
                }
                return null;
            } catch (IonException | IOException e) {
                passesNullTable();
                return String.valueOf(e.getMessage());
            } catch (RuntimeException e) {
                return e.toString();
            }
        }

        private String expected() {
            return at < rust.size() ? rust.get(at) : null;
        }

        /** Whether the next value of Rust is a null with the annotation of symbol tables. */
        private boolean passesNullTable() {
            String next = expected();
            boolean passes = next != null && next.startsWith("'$ion_symbol_table::") && next.endsWith("null.struct");
            difference = passes ? "ion-java takes $ion_symbol_table::null.struct for a symbol table: Rust is right" : difference;
            return passes;
        }

        /** Compares an event, as far as Rust has events. */
        private void tell(String event, int depth) {
            events.add(event);
            if (!event.equals(expected()) && passesNullTable()) {
                return;
            }
            if (depth == 0 && event.equals("symbol:'$ion_1_0") && !event.equals(expected())) {
                known = "ion-java takes the symbol $ion_1_0 at the top level for a value: Rust is right";
                return;
            }
            if (at == rust.size()) {
                beyond = beyond.equals("end") ? event : beyond;
                return;
            }
            if (event.equals("end")) {
                return;
            }
            String expected = rust.get(at++);
            String digits = withoutIds(expected.substring(0, expected.lastIndexOf('d') + 1));
            if (isBeyondInt(expected) && withoutIds(event).startsWith(digits)) {
                known = EXPONENTS;
            } else if (!withoutIds(expected).equals(withoutIds(event))) {
                difference = "WRONG: ion-java reads " + event + ", not " + expected;
            }
        }

        /** ion-java drops the IDs of symbols without text. */
        private static String withoutIds(String event) {
            return UNKNOWN_SYMBOL.matcher(event).replaceAll("$1\\$0");
        }

        /** Whether the value is a decimal whose exponent a {@code BigDecimal} cannot have. */
        private static boolean isBeyondInt(String event) {
            int digits = event.lastIndexOf("decimal:");
            return digits >= 0 && new BigInteger(event.substring(event.indexOf('d', digits + "decimal:".length()) + 1))
                    .negate().bitLength() > 31;
        }
    }
}
