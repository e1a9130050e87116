import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.OffsetSpan;
import com.amazon.ion.SpanProvider;
import io.github.stringmill.ion.Compat;
import io.github.stringmill.ion.StringmillIonReaderBuilder;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the documents that {@code stringmill-agree} printed, and compares the events of the reader in Java with those of
 * the one in Rust made of it: values, verdict, kind of error, and place of the error. Each document is read three times:
 * from an array with everything asked for, likewise from a stream of one byte at a time, and with some values passed over.
 * {@code tools/run ion-readers-agree} runs it.
 */
class IonReadersAgree {
    private static final Pattern PLACE = Pattern.compile("(.*) at line (\\d+) offset (\\d+)$", Pattern.DOTALL);
    private static final int DIFFERENCES_SHOWN = 20;

    /** What Java may find before an error in quotes: it looks for the end of a clob or field name first. */
    private static final String NO_END =
            "|unexpected end of text|bad character .*|a clob is not closed .*|a comment cannot stand .*|ill-formed UTF-8";

    /** The messages for the errors of Rust, by the names of these. */
    private static final String[][] ERRORS = {
        {"utf8_.*", "ill-formed UTF-8|unexpected end of text|bad character .*"},
        {"surrogate_lone", ".*surrogate stands alone|unknown escape|not a hexadecimal digit|an escape is above .*" + NO_END},
        {"escape_.*|ion_escape_.*", "unknown escape|a clob has no such escape|not a hexadecimal digit|an escape is above .*"
                + NO_END},
        {"control_unescaped|string_unterminated", "bad character .*" + NO_END},
        {"ion_clob_non_ascii", "a clob is not ASCII" + NO_END},
        {"ion_lob_end_expected", "a clob is not closed .*|a comment cannot stand .*|bad character .*|unexpected end of text"},
        {"base64_.*", ".*base64.*|bad character .*|unexpected end of text"},
        {"ion_comment_unterminated", "a comment is not closed"},
        {"timestamp_.*", "not a timestamp: .*|bad character .*|unexpected end of text"},
        {"number_.*|ion_number_end", "bad character .*|unexpected end of text"},
        {"ion_colon_expected", "a colon has to follow .*|bad character .*"},
        {"ion_keyword", "a keyword cannot be .*"},
        {"ion_null_type", "no type has this name|a keyword cannot be .*"},
        {"ion_bracket_mismatched", "a (list|sexp|struct) is closed by .*|something else is expected here"},
        {"ion_byte_order_mark", "bad character .*"},
        {"ion_incomplete", "unexpected end of text|a clob is not closed .*|a colon has to follow .*"},
        {"ion_value_expected|ion_comma_expected|ion_field_name_expected", "something else is expected here|bad character .*"
                + "|a keyword cannot be an annotation|a (list|sexp|struct) is closed by .*|a colon has to follow .*"},
        // Java resolves an ID when it is read, and imports at the end of a table, and may find
        // another error before.
        {"ion_symbol_id|ion_import_unknown", ".*"},
        {"ion_version", "Unsupported Ion version .*"},
        // Rust reports an error in the surplus field first.
        {".*", "Multiple (symbol|imports) fields found .*"},
    };

    private static final Pattern KEYWORD = Pattern.compile("(true|false|null\\.[a-z]+|float:7ff8000000000000)$");

    /** Errors that Java reports before the byte at which Rust reports them. */
    private static final Pattern EARLY =
            Pattern.compile("a clob is not closed .*|a keyword cannot be a field name|bad character '[0-9]'");

    private static final StringmillIonReaderBuilder READERS =
            StringmillIonReaderBuilder.standard().withCompat(Compat.SPECIFICATION).withCatalog(IonTranscript.catalog()).immutable();

    public static void main(String[] args) throws IOException {
        int documents = 0;
        int refused = 0;
        int different = 0;
        try (BufferedReader lines = Files.newBufferedReader(Path.of(args[0]))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Document document = Document.of(line);
                documents++;
                refused += document.isGood() ? 0 : 1;
                String difference = document.difference(documents);
                if (difference != null && different++ < DIFFERENCES_SHOWN) {
                    System.out.println("WRONG: document " + documents + ": " + difference + "\n  text " + document.shown()
                            + "\n  rust " + line.substring(line.indexOf('\t') + 1));
                }
            }
        }
        System.out.printf("ion-readers-agree: %,d documents, %,d of them refused, %,d read otherwise in Java%n",
                documents, refused, different);
        // A test of one kind alone would prove little.
        boolean isMixed = refused > documents / 4 && refused < documents / 4 * 3;
        if (!isMixed) {
            System.out.println("WRONG: a document must be refused about every second time");
        }
        System.exit(different == 0 && isMixed ? 0 : 1);
    }

    /**
     * A text, and the result of Rust.
     *
     * @param text the bytes
     * @param events the events, up to the end or the error
     * @param error the name of the error; null if there was none
     * @param offset the offset of the error
     */
    private record Document(byte[] text, List<String> events, String error, int offset) {
        static Document of(String line) {
            int tab = line.indexOf('\t');
            List<String> events = new ArrayList<>(Arrays.asList(line.substring(tab + 1).split(" ")));
            String end = events.remove(events.size() - 1);
            int colon = end.indexOf(':');
            return new Document(HexFormat.of().parseHex(line.substring(0, tab)), events,
                    colon < 0 ? null : end.substring(colon + 1), colon < 0 ? -1 : Integer.parseInt(end.substring(1, colon)));
        }

        boolean isGood() {
            return error == null;
        }

        /** The difference of Java; null if there is none. */
        String difference(long seed) {
            Walk whole = new Walk(this, READERS.build(text), null);
            Walk streamed = new Walk(this, READERS.build(oneByOne(text)), null);
            Walk some = new Walk(this, READERS.build(text), new Random(seed));
            String difference = whole.difference();
            if (difference != null) {
                return difference;
            }
            difference = streamed.difference();
            if (!mayBeBinary() && (difference != null || !whole.ended().equals(streamed.ended()))) {
                return "as a stream: " + (difference != null ? difference : streamed.ended() + ", not " + whole.ended());
            }
            difference = some.difference();
            return difference == null ? null : "with values passed over: " + difference;
        }

        /** For a stream that begins like binary Ion and ends early, ion-java reports the error. */
        private boolean mayBeBinary() {
            return text.length < 4 && text.length > 0 && text[0] == (byte) 0xE0;
        }

        /** The index of a line and column, both from 1. */
        int index(int line, int column) {
            int start = 0;
            for (int left = line; left > 1; start++) {
                if (text[start] == '\n' || text[start] == '\r') {
                    left--;
                    start += text[start] == '\r' && start + 1 < text.length && text[start + 1] == '\n' ? 1 : 0;
                }
            }
            return start + column - 1;
        }

        String shown() {
            StringBuilder shown = new StringBuilder();
            for (byte b : text) {
                int c = b & 0xFF;
                shown.append(c >= ' ' && c < 0x7F ? String.valueOf((char) c) : String.format("\\x%02x", c));
            }
            return shown.toString();
        }
    }

    private static InputStream oneByOne(byte[] text) {
        return new ByteArrayInputStream(text) {
            @Override
            public synchronized int read(byte[] dst, int from, int len) {
                return super.read(dst, from, Math.min(len, 1));
            }
        };
    }

    /** The difference of Java. */
    private static final class Otherwise extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Otherwise(String says) {
            super(says, null, false, false);
        }
    }

    /** The way of a reader through a document, beside the events of Rust. */
    private static final class Walk {
        private final Document document;
        private final IonReader reader;
        /** Chooses the values to skip; null to skip none. */
        private final Random random;
        /** The number of events of Rust so far. */
        private int at;
        /** The start of the last skipped value; negative after the next value was found. */
        private int passedFrom = -1;
        /** Whether the error of Rust is in a skipped value: later events are of Java alone. */
        private boolean isAlone;
        private IonException error;

        Walk(Document document, IonReader reader, Random random) {
            this.document = document;
            this.reader = reader;
            this.random = random;
        }

        String ended() {
            return error == null ? "end" : error.getClass() + ": " + error.getMessage();
        }

        String difference() {
            try {
                walk();
                if (!isAlone && (at < document.events.size() || !document.isGood())) {
                    return "Java accepts it, and reports " + at + " events";
                }
                return null;
            } catch (Otherwise e) {
                return e.getMessage();
            } catch (IonException e) {
                error = e;
                return isAlone || mayBeAlone() || isBeyondInt() ? null : otherError(e.getMessage());
            } catch (RuntimeException e) {
                return "Java fails: " + e;
            }
        }

        /** Whether the next value is a decimal whose exponent a {@code BigDecimal} cannot have. */
        private boolean isBeyondInt() {
            String next = at < document.events.size() ? document.events.get(at) : "";
            int digits = next.lastIndexOf("decimal:");
            if (digits < 0) {
                return false;
            }
            String exponent = next.substring(next.indexOf('d', digits + "decimal:".length()) + 1);
            return exponent.equals("far") || new BigInteger(exponent).negate().bitLength() > 31;
        }

        private String otherError(String message) {
            if ("ion_encoding".equals(document.error)) {
                // Java has no name for UTF-16: it reports the first NUL.
                return null;
            }
            // Java looks for colons after a keyword before it reports it.
            int untold = document.events.size() - at;
            boolean isKeyword = untold == 1 && KEYWORD.matcher(document.events.get(at)).find();
            if (document.isGood() || untold > 0 && !isKeyword) {
                return "Java refuses it: " + message + ", after " + at + " events";
            }
            Matcher place = PLACE.matcher(message);
            boolean hasPlace = place.matches();
            String says = hasPlace ? place.group(1) : message;
            if (hasPlace && !EARLY.matcher(says).matches()) {
                int index = document.index(Integer.parseInt(place.group(2)), Integer.parseInt(place.group(3)));
                if (index < document.offset) {
                    return "Java refuses it too early: " + message;
                }
            }
            boolean isKnown = false;
            for (String[] error : ERRORS) {
                isKnown |= document.error.matches(error[0]) && says.matches(error[1]);
            }
            return isKnown ? null : "Java has another error: " + message;
        }

        private void walk() {
            StringBuilder closers = new StringBuilder();
            int last = 0;
            while (true) {
                if (!closers.isEmpty() && passes(12)) {
                    passedFrom = passedFrom < 0 ? last : passedFrom;
                    passEvents(1);
                    leave(closers);
                }
                IonType type = reader.next();
                if (type == null) {
                    if (closers.isEmpty()) {
                        found(document.text.length);
                        return;
                    }
                    tell(leave(closers));
                    continue;
                }
                last = start();
                found(last);
                boolean isContainer = IonType.isContainer(type) && !reader.isNullValue();
                if (passes(4)) {
                    passedFrom = last;
                    passEvents(isContainer ? 0 : -1);
                    continue;
                }
                tell(IonTranscript.event(reader, type));
                if (isContainer) {
                    closers.append(type == IonType.LIST ? ']' : type == IonType.SEXP ? ')' : '}');
                    reader.stepIn();
                }
            }
        }

        private boolean passes(int onceIn) {
            return random != null && random.nextInt(onceIn) == 0;
        }

        private int start() {
            return (int) reader.asFacet(SpanProvider.class).currentSpan().asFacet(OffsetSpan.class).getStartOffset();
        }

        private String leave(StringBuilder closers) {
            int end = closers.length() - 1;
            String closer = closers.substring(end);
            closers.setLength(end);
            reader.stepOut();
            return closer;
        }

        /** Passes events of Rust, up to the end of this many open containers; one event without a container. */
        private void passEvents(int open) {
            int depth = open;
            while (at < document.events.size()) {
                String event = document.events.get(at++);
                char last = event.charAt(event.length() - 1);
                depth += "[({".indexOf(last) >= 0 ? 1 : "])}".indexOf(last) >= 0 ? -1 : 0;
                if (depth <= 0) {
                    return;
                }
            }
        }

        /** Whether the error of Rust may be in a skipped value: the next value shows it. */
        private boolean mayBeAlone() {
            return passedFrom >= 0 && passedFrom <= document.offset && at == document.events.size();
        }

        /** A value begins at an index, after a skipped one. */
        private void found(int index) {
            isAlone |= mayBeAlone() && document.offset < index;
            passedFrom = -1;
        }

        private void tell(String event) {
            if (isAlone || mayBeAlone() || "ion_encoding".equals(document.error)) {
                return;
            }
            if (at == document.events.size()) {
                throw new Otherwise("Java goes on with " + event);
            }
            if (!document.events.get(at).equals(event)) {
                throw new Otherwise("Java reads " + event + ", not " + document.events.get(at));
            }
            at++;
        }
    }
}
