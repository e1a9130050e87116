package io.github.stringmill.ion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import io.github.stringmill.Share;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A stream reader holds only a part of a long text. */
class StreamTest {
    private static final byte[] RECORD =
            "{id:12345678, name:\"a name of some length\", when:2026-01-02T03:04:05.678Z, tags:[a, b, 'c d'],}"
                    .getBytes(StandardCharsets.UTF_8);
    private static final long LEN = Share.of(1 << 30);

    /** A piece, then another one many times, then a last one. */
    private static final class Repeated extends InputStream {
        private final byte[] first;
        private final byte[] again;
        private final byte[] last;
        private long left;
        private byte[] piece;
        private int at;

        Repeated(String first, byte[] again, long times, String last) {
            this.first = first.getBytes(StandardCharsets.UTF_8);
            this.again = again;
            this.last = last.getBytes(StandardCharsets.UTF_8);
            left = times + 1;
            piece = this.first;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] dst, int from, int len) {
            int put = 0;
            while (put < len) {
                if (at == piece.length) {
                    if (piece == last) {
                        break;
                    }
                    piece = --left > 0 ? again : last;
                    at = 0;
                }
                int some = Math.min(len - put, piece.length - at);
                System.arraycopy(piece, at, dst, from + put, some);
                put += some;
                at += some;
            }
            return put == 0 ? -1 : put;
        }
    }

    private static IonReader open(InputStream stream) {
        return StringmillIonReaderBuilder.standard().build(stream);
    }

    /** The number of bytes that this thread has allocated. */
    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    @Test
    void aGigabyteOfOneListIsReadInConstantMemory() {
        byte[] item = new byte[RECORD.length + 2];
        System.arraycopy(RECORD, 0, item, 0, RECORD.length);
        item[RECORD.length] = ',';
        item[RECORD.length + 1] = '\n';
        long times = LEN / item.length;
        IonReader reader = open(new Repeated("[", item, times, "]"));
        assertEquals(IonType.LIST, reader.next());
        reader.stepIn();
        long before = allocated();
        long count = 0;
        while (reader.next() != null) {
            count++;
        }
        assertEquals(times, count);
        assertTrue(allocated() - before < 10_000_000, () -> allocated() - before + " bytes");
        reader.stepOut();
        assertEquals(null, reader.next());
    }

    @Test
    void whatIsSkippedIsNotHeld() {
        byte[] part = "text ".repeat(1000).getBytes(StandardCharsets.UTF_8);
        for (String[] around : new String[][] {{"\"", "\" 1"}, {"'''", "''' 1"}, {"{{", "}} 1"}, {"/*", "*/ 1"},
            {"[\"", "\"] 1"}, {"(a '''", "''') 1"}}) {
            IonReader reader = open(new Repeated(around[0], part, 20_000, around[1]));
            long before = allocated();
            IonType type = reader.next();
            if (type != IonType.INT) {
                type = reader.next();
            }
            assertEquals(IonType.INT, type, around[0]);
            assertTrue(allocated() - before < 1_000_000, around[0]);
        }
    }

    @Test
    void aLongTextGetsRoom() {
        byte[] part = "a long text\n".repeat(1000).getBytes(StandardCharsets.UTF_8);
        IonReader reader = open(new Repeated("1 '''", part, 1000, "''' 2"));
        reader.next();
        reader.next();
        assertEquals(12_000_000, reader.stringValue().length());
        assertEquals(IonType.INT, reader.next());
        assertEquals(2, reader.intValue());
    }

    @Test
    void aPlaceIsToldBehindManyBytes() {
        byte[] part = "{a:\"x\"}\r\n".repeat(100).getBytes(StandardCharsets.UTF_8);
        for (boolean characters : new boolean[] {false, true}) {
            InputStream stream = new Repeated("", part, 5000, "  [1 2]");
            IonReader reader = characters
                    ? StringmillIonReaderBuilder.standard().build(new InputStreamReader(stream, StandardCharsets.UTF_8))
                    : open(stream);
            String message = "";
            try {
                for (IonType type = reader.next(); type != null; type = reader.next()) {
                    if (type == IonType.LIST) {
                        reader.stepIn();
                    }
                }
            } catch (IonException e) {
                message = e.getMessage();
            }
            assertTrue(message.endsWith(" at line 500001 offset 6"), message);
        }
    }

    @Test
    void aFailingStreamIsAnIonException() {
        IOException cause = new IOException("broken");
        IonReader reader = open(new InputStream() {
            private int left = 10;

            @Override
            public int read() throws IOException {
                if (--left < 0) {
                    throw cause;
                }
                return ' ';
            }
        });
        try {
            reader.next();
            throw new AssertionError("no exception");
        } catch (IonException e) {
            assertEquals(cause, e.getCause());
        }
    }
}
