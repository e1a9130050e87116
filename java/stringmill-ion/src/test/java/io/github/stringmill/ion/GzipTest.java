package io.github.stringmill.ion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonBinaryWriterBuilder;
import com.amazon.ion.system.IonReaderBuilder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** GZIP of several members, from streams that return few bytes at a time. */
class GzipTest {
    /** Returns at most {@code most} bytes at a time, and nothing more from {@code available}. */
    private static final class Short extends FilterInputStream {
        private final int most;
        private final int available;

        Short(byte[] bytes, int most, int available) {
            super(new ByteArrayInputStream(bytes));
            this.most = most;
            this.available = available;
        }

        @Override
        public int read(byte[] dst, int at, int len) throws IOException {
            return super.read(dst, at, Math.min(len, most));
        }

        @Override
        public int available() {
            return available;
        }
    }

    private static byte[] zip(byte[] plain) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write(plain);
        }
        return out.toByteArray();
    }

    private static byte[] text(int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < to; i++) {
            text.append(i).append('\n');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] binary(int from, int to) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (IonWriter writer = IonBinaryWriterBuilder.standard().build(out)) {
            for (int i = from; i < to; i++) {
                writer.writeInt(i);
            }
        }
        return out.toByteArray();
    }

    private static byte[] join(byte[]... parts) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.write(part);
        }
        return all.toByteArray();
    }

    private static List<Integer> values(IonReader reader) {
        List<Integer> values = new ArrayList<>();
        while (reader.next() != null) {
            assertEquals(IonType.INT, reader.getType());
            values.add(reader.intValue());
        }
        return values;
    }

    private static List<Integer> upTo(int end) {
        List<Integer> values = new ArrayList<>();
        for (int i = 0; i < end; i++) {
            values.add(i);
        }
        return values;
    }

    private static void check(int end, byte[] packed) {
        for (int most : new int[] {1, 2, 7, 19, 512, 100_000}) {
            for (int available : new int[] {0, 1}) {
                assertEquals(upTo(end), values(StringmillIonReaderBuilder.standard()
                        .build(new Short(packed, most, available))), most + ", " + available);
            }
        }
        assertEquals(upTo(end), values(StringmillIonReaderBuilder.standard().build(packed)));
        // ion-java agrees if its stream always has some bytes available.
        assertEquals(upTo(end), values(IonReaderBuilder.standard().build(new ByteArrayInputStream(packed))));
    }

    @Test
    void allMembersAreRead() throws Exception {
        check(9, zip(text(0, 9)));
        check(9, join(zip(text(0, 3)), zip(text(3, 9))));
        check(9, join(zip(text(0, 3)), zip(new byte[0]), zip(text(3, 7)), zip(text(7, 9))));
        check(20_000, join(zip(text(0, 9_000)), zip(text(9_000, 20_000))));
        check(9, join(zip(binary(0, 4)), zip(binary(4, 9))));
        byte[] text = text(0, 40);
        for (int cut = 1; cut < text.length; cut += 3) {
            check(40, join(zip(Arrays.copyOf(text, cut)),
                    zip(Arrays.copyOfRange(text, cut, text.length))));
        }
    }

    @Test
    void bytesThatBeginNoMemberAreIgnored() throws Exception {
        for (byte[] rest : new byte[][] {{0}, new byte[40], {0x1F}, {0x1F, (byte) 0x8B, 8}, text(0, 30)}) {
            check(9, join(zip(text(0, 3)), zip(text(3, 9)), rest));
        }
    }

    @Test
    void failuresAreNotTheEnd() throws Exception {
        byte[] first = zip(text(0, 9));
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("the line is broken");
            }
        };
        IonReader reader = StringmillIonReaderBuilder.standard()
                .build(new SequenceInputStream(new ByteArrayInputStream(first), broken));
        IonException e = assertThrows(IonException.class, () -> values(reader));
        assertTrue(e.toString().contains("the line is broken"), e.toString());
        byte[] damaged = join(first, zip(text(9, 2_000)));
        damaged[damaged.length - 20] ^= 0x55;
        assertThrows(IonException.class,
                () -> values(StringmillIonReaderBuilder.standard().build(new Short(damaged, 1, 0))));
    }
}
