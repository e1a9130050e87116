package io.github.stringmill.ion.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.amazon.ion.IonWriter;
import com.amazon.ion.impl._Private_IonWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/** Our writer and ion-java's, which get the same calls. */
final class WriterPair {
    private static final int LAST_CALLS = 12;
    private static final int SAID_LEN = 60;

    private final ByteArrayOutputStream theirBytes = new ByteArrayOutputStream();
    private final ByteArrayOutputStream ourBytes = new ByteArrayOutputStream();
    private final StringBuilder theirChars = new StringBuilder();
    private final StringBuilder ourChars = new StringBuilder();
    private final boolean bytes;
    private final Deque<String> done = new ArrayDeque<>();
    private final WriterSettings settings;
    private _Private_IonWriter theirs;
    private _Private_IonWriter ours;
    private boolean refused;

    /** The calls so far, for the message of a failure. */
    private String story() {
        return settings + "; last calls: " + String.join(", ", done);
    }

    /** A call of a writer. */
    interface Call {
        void on(IonWriter writer) throws IOException;
    }

    /** Writers with these settings, over bytes or over characters. */
    WriterPair(WriterSettings settings, boolean bytes) {
        this.bytes = bytes;
        this.settings = settings;
        String theirOutcome = outcome(null, w -> theirs = (_Private_IonWriter)
                (bytes ? settings.theirs().build(theirBytes) : settings.theirs().build(theirChars)));
        String ourOutcome = outcome(null, w -> ours = (_Private_IonWriter)
                (bytes ? settings.ours().build(ourBytes) : settings.ours().build(ourChars)));
        assertEquals(theirOutcome, ourOutcome, this::story);
        assertInstanceOf(IonTextWriter.class, ours);
        compareOutput();
    }

    /** How a call ends: the type of its exception, and its message, unless it is that of the JVM. */
    private static String outcome(IonWriter writer, Call call) {
        try {
            call.on(writer);
            return "done";
        } catch (NullPointerException e) {
            return "NullPointerException";
        } catch (IndexOutOfBoundsException e) {
            return "IndexOutOfBoundsException";
        } catch (IOException | RuntimeException e) {
            return e.getClass() + ": " + e.getMessage();
        }
    }

    /** Calls both, and compares the outcome. */
    void call(String says, Call call) {
        done.add(says.length() > SAID_LEN ? says.substring(0, SAID_LEN) : says);
        if (done.size() > LAST_CALLS) {
            done.remove();
        }
        String theirOutcome = outcome(theirs, call);
        String ourOutcome = outcome(ours, call);
        assertEquals(theirOutcome, ourOutcome, this::story);
        if (ourOutcome.contains("unmatched")) {
            refused = true;
            return;
        }
        assertEquals(theirs.getDepth(), ours.getDepth(), this::story);
        assertEquals(theirs.isInStruct(), ours.isInStruct(), this::story);
        assertEquals(theirs.isFieldNameSet(), ours.isFieldNameSet(), this::story);
        assertEquals(theirs.getSymbolTable().getMaxId(), ours.getSymbolTable().getMaxId(), this::story);
        if (ours.getDepth() == 0 && theirOutcome.equals("done")) {
            compareFlushed();
        }
    }

    /** Whether text was refused. ion-java then leaves its quotes open; AfterRefusalTest says what ours writes. */
    boolean refused() {
        return refused;
    }

    /** Compares the flushed text. Some calls, such as those for annotations, flush nothing after a failure. */
    private void compareFlushed() {
        if (bytes && theirBytes.size() == ourBytes.size()) {
            return;
        }
        try {
            theirs.flush();
            ours.flush();
        } catch (IOException e) {
            throw new AssertionError("nothing fails in memory", e);
        }
        compareOutput();
    }

    /** Compares all written text. */
    void compareOutput() {
        String their = bytes ? theirBytes.toString(StandardCharsets.UTF_8) : theirChars.toString();
        String our = bytes ? ourBytes.toString(StandardCharsets.UTF_8) : ourChars.toString();
        int same = 0;
        while (same < Math.min(their.length(), our.length()) && their.charAt(same) == our.charAt(same)) {
            same++;
        }
        assertEquals(around(their, same), around(our, same), this::story);
        assertEquals(theirBytes.size(), ourBytes.size(), this::story);
    }

    /** A text around the first index at which two texts may differ. */
    private static String around(String text, int place) {
        return place + ": " + text.substring(Math.max(0, place - SAID_LEN), Math.min(text.length(), place + SAID_LEN));
    }

    int depth() {
        return ours.getDepth();
    }

    boolean isInStruct() {
        return ours.isInStruct();
    }
}
