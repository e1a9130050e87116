import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonReaderBuilder;
import com.amazon.ion.system.IonTextWriterBuilder;
import io.github.stringmill.ion.StringmillIonReaderBuilder;
import io.github.stringmill.ion.StringmillIonTextWriterBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads files of Ion with ion-java and with ours, writes the values of both, compares them, and times both in turn in
 * one process. Without a file it generates records. {@code tools/run java compare-ion FILE...} runs it.
 */
public class CompareIon {
    private static final int ROUNDS = 9;

    /** A task for a reader and a writer of one kind. */
    private interface Work {
        void run(IonReaderBuilder readers, IonTextWriterBuilder writers) throws IOException;
    }

    public static void main(String[] files) throws IOException {
        boolean agree = true;
        if (files.length == 0) {
            agree = compare("records made here", records());
        }
        for (String file : files) {
            agree &= compare(file, Files.readAllBytes(Path.of(file)));
        }
        System.exit(agree ? 0 : 1);
    }

    private static byte[] records() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 5000; i++) {
            text.append("entry::{id:").append(i).append(", at:2026-01-02T03:04:05.678Z, level:info, took:12.")
                    .append(i % 100).append(", text:\"a line of some length\", tags:[a, 'b c', \"d\"], ratio:0.25e0}\n");
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static boolean compare(String name, byte[] data) throws IOException {
        IonReaderBuilder theirReaders = IonReaderBuilder.standard().immutable();
        IonReaderBuilder ourReaders = StringmillIonReaderBuilder.standard().immutable();
        IonTextWriterBuilder theirWriters = IonTextWriterBuilder.standard().immutable();
        IonTextWriterBuilder ourWriters = StringmillIonTextWriterBuilder.standard().immutable();
        String expected = copied(theirReaders, theirWriters, data);
        boolean readersAgree = expected.equals(copied(ourReaders, theirWriters, data));
        boolean writersAgree = expected.equals(copied(theirReaders, ourWriters, data));
        System.out.printf("%s: %,d bytes; readers %s, writers %s%n", name, data.length,
                readersAgree ? "agree" : "DIFFER", writersAgree ? "agree" : "DIFFER");
        if (!readersAgree) {
            System.out.println("  ion-java: " + end(expected));
            System.out.println("  ours:     " + end(copied(ourReaders, theirWriters, data)));
        } else if (writersAgree && !expected.startsWith(REFUSED)) {
            race("read every value", theirReaders, theirWriters, ourReaders, ourWriters,
                    (readers, writers) -> readAll(readers.build(data)));
            race("read and write", theirReaders, theirWriters, ourReaders, ourWriters,
                    (readers, writers) -> copied(readers, writers, data));
        }
        return readersAgree && writersAgree;
    }

    private static final String REFUSED = "refused: ";

    /** Returns the output of a writer for all values of a reader, or the reader's error. */
    private static String copied(IonReaderBuilder readers, IonTextWriterBuilder writers, byte[] data) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (IonReader reader = readers.build(data); IonWriter writer = writers.build(out)) {
            writer.writeValues(reader);
        } catch (IonException e) {
            return REFUSED + e.getMessage();
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static String end(String text) {
        return text.startsWith(REFUSED) ? text : text.length() + " characters, the last " + text.substring(
                Math.max(0, text.length() - 60)).strip();
    }

    /** Reads each value by the method of its type, and returns a checksum. */
    private static int readAll(IonReader reader) {
        int seen = 0;
        for (IonType type = next(reader); type != null; type = next(reader)) {
            if (reader.isNullValue()) {
                continue;
            }
            switch (type) {
                case BOOL -> seen += reader.booleanValue() ? 1 : 0;
                case INT -> seen += reader.bigIntegerValue().intValue();
                case FLOAT -> seen += (int) reader.doubleValue();
                case DECIMAL -> seen += reader.decimalValue().scale();
                case TIMESTAMP -> seen += reader.timestampValue().getYear();
                case STRING -> seen += reader.stringValue().length();
                case SYMBOL -> seen += reader.symbolValue().getText() == null ? 0 : 1;
                case BLOB, CLOB -> seen += reader.newBytes().length;
                default -> reader.stepIn();
            }
        }
        return seen;
    }

    /** Moves to the next value; at the end of a container, to the value after it. */
    private static IonType next(IonReader reader) {
        IonType type = reader.next();
        while (type == null && reader.getDepth() > 0) {
            reader.stepOut();
            type = reader.next();
        }
        return type;
    }

    private static void race(String what, IonReaderBuilder theirReaders, IonTextWriterBuilder theirWriters,
            IonReaderBuilder ourReaders, IonTextWriterBuilder ourWriters, Work work) throws IOException {
        long[] theirs = new long[ROUNDS];
        long[] ours = new long[ROUNDS];
        // The first rounds let the JVM compile.
        for (int round = -ROUNDS; round < ROUNDS; round++) {
            long their = time(work, theirReaders, theirWriters);
            long our = time(work, ourReaders, ourWriters);
            if (round >= 0) {
                theirs[round] = their;
                ours[round] = our;
            }
        }
        Arrays.sort(theirs);
        Arrays.sort(ours);
        double their = theirs[ROUNDS / 2] / 1e6;
        double our = ours[ROUNDS / 2] / 1e6;
        System.out.printf("  %-17s %9.3f ms, ion-java %9.3f ms: %.1f times faster%n", what, our, their, their / our);
    }

    /** Returns the mean time of a call, over a tenth of a second. */
    private static long time(Work work, IonReaderBuilder readers, IonTextWriterBuilder writers) throws IOException {
        long start = System.nanoTime();
        long calls = 0;
        do {
            work.run(readers, writers);
            calls++;
        } while (System.nanoTime() - start < 100_000_000);
        return (System.nanoTime() - start) / calls;
    }
}
