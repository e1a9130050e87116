package io.github.stringmill.benchmarks;

import com.google.protobuf.CodedOutputStream;
import io.github.stringmill.Stringmill;
import io.github.stringmill.Utf8Encoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Encodes strings of all kinds and lengths in one process, in random order, with our encoder and five alternatives in
 * turn. {@link EncodeString} gives each kind a process, whose compiled code knows no other kind; a service has one
 * process for all of its strings.
 *
 * <p>Prints for each row the median times in nanoseconds for a call, and the ratio of the best alternative to ours.
 */
public final class EncodeMixed {
    private static final String[] CONTENTS = {"ascii", "french", "cyrillic", "cjk", "emoji", "mix"};
    private static final int[] LENGTHS = {1, 4, 10, 16, 32, 64, 100, 200, 1024, 8192};
    private static final int LENGTH_MAX = 8192;
    private static final int STRINGS = 64;
    private static final int BATCH_UNITS = 4096;
    private static final int BATCH_MAX = 128;

    private final Random random = new Random(1);
    private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
    private final char[] chars = new char[LENGTH_MAX];
    private final CharBuffer charBuffer = CharBuffer.wrap(chars);
    private final List<Row> rows = new ArrayList<>();

    /** Encodes some texts into a buffer, one after the other; returns the bytes of the last one. */
    private interface Subject {
        int encode(String[] texts, int from, int count, ByteBuffer dst, ByteBuf netty) throws Exception;
    }

    private final Subject[] subjects = {
        this::stringmill, this::getBytes, this::wrapped, this::array, this::netty, this::protobuf
    };

    private final class Row {
        final String name;
        final String[] texts;
        final ByteBuffer dst;
        final ByteBuf netty;
        final int count;
        final Series[] times = new Series[subjects.length];

        Row(String content, int length, boolean heap) {
            name = String.format(Locale.ROOT, "%s,%s,%d", heap ? "heap" : "direct", content, length);
            texts = new String[STRINGS];
            for (int i = 0; i < STRINGS; i++) {
                texts[i] = new MixedText(content, random).of(length, false);
            }
            int cap = 3 * length + 16;
            dst = heap ? ByteBuffer.allocate(cap) : ByteBuffer.allocateDirect(cap);
            netty = heap ? Unpooled.buffer(cap, cap) : Unpooled.directBuffer(cap, cap);
            count = Math.max(1, Math.min(BATCH_MAX, BATCH_UNITS / length));
            forget();
        }

        void forget() {
            Arrays.setAll(times, i -> new Series());
        }
    }

    /**
     * Runs for some seconds as warm-up and for as many again to measure. With {@code --quick}, only compares outputs.
     *
     * @param arguments the seconds, or {@code --quick}
     * @throws Exception if an encoder fails, or if outputs differ
     */
    public static void main(String[] arguments) throws Exception {
        EncodeMixed mixed = new EncodeMixed();
        mixed.compare();
        if (!arguments[0].equals("--quick")) {
            mixed.run(Integer.parseInt(arguments[0]));
        }
    }

    private EncodeMixed() {
        for (String content : CONTENTS) {
            for (int length : LENGTHS) {
                if (MixedText.fits(content, length, false)) {
                    rows.add(new Row(content, length, true));
                    rows.add(new Row(content, length, false));
                }
            }
        }
    }

    private void compare() {
        for (Row row : rows) {
            for (String text : row.texts) {
                Utf8Encoder.encode(text, row.dst.clear());
                if (!row.dst.flip().equals(StandardCharsets.UTF_8.encode(text))) {
                    throw new IllegalStateException(row.name + ": other bytes than those of the JDK: " + text);
                }
            }
        }
        System.out.println(rows.size() + " rows of encode: the JDK agrees");
    }

    private void run(int seconds) throws Exception {
        turns(seconds);
        rows.forEach(Row::forget);
        turns(seconds);
        print();
    }

    private void turns(int seconds) throws Exception {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < rows.size() * subjects.length; i++) {
            order.add(i);
        }
        while (System.nanoTime() < end) {
            Collections.shuffle(order, random);
            for (int turn : order) {
                Row row = rows.get(turn / subjects.length);
                int from = random.nextInt(STRINGS);
                int subject = turn % subjects.length;
                long start = System.nanoTime();
                int written = subjects[subject].encode(row.texts, from, row.count, row.dst, row.netty);
                long time = System.nanoTime() - start;
                if (written <= 0) {
                    throw new IllegalStateException(row.name + ": nothing is written");
                }
                row.times[subject].add((double) time / row.count);
            }
        }
    }

    private void print() {
        System.out.println("# " + Stringmill.kernels() + ", Java " + Runtime.version().feature());
        System.out.println("buffer,content,length,stringmill,getBytes,wrapped,array,netty,protobuf,ratio");
        for (Row row : rows) {
            StringBuilder line = new StringBuilder(row.name);
            double ours = row.times[0].at(0.5);
            double best = Double.MAX_VALUE;
            for (int i = 0; i < row.times.length; i++) {
                double time = row.times[i].at(0.5);
                best = i == 0 ? best : Math.min(best, time);
                line.append(String.format(Locale.ROOT, ",%.1f", time));
            }
            System.out.printf(Locale.ROOT, "%s,%.2f%n", line, best / ours);
        }
    }

    private int stringmill(String[] texts, int from, int count, ByteBuffer dst, ByteBuf netty) {
        for (int i = 0; i < count; i++) {
            String text = texts[from + i & STRINGS - 1];
            Utf8Encoder.encode(text, 0, text.length(), dst.clear());
        }
        return dst.position();
    }

    private int getBytes(String[] texts, int from, int count, ByteBuffer dst, ByteBuf netty) {
        for (int i = 0; i < count; i++) {
            dst.clear().put(texts[from + i & STRINGS - 1].getBytes(StandardCharsets.UTF_8));
        }
        return dst.position();
    }

    private int wrapped(String[] texts, int from, int count, ByteBuffer dst, ByteBuf netty) {
        for (int i = 0; i < count; i++) {
            encoder.reset().encode(CharBuffer.wrap(texts[from + i & STRINGS - 1]), dst.clear(), true);
        }
        return dst.position();
    }

    private int array(String[] texts, int from, int count, ByteBuffer dst, ByteBuf netty) {
        for (int i = 0; i < count; i++) {
            String text = texts[from + i & STRINGS - 1];
            text.getChars(0, text.length(), chars, 0);
            encoder.reset().encode(charBuffer.clear().limit(text.length()), dst.clear(), true);
        }
        return dst.position();
    }

    private int netty(String[] texts, int from, int count, ByteBuffer dst, ByteBuf netty) {
        for (int i = 0; i < count; i++) {
            ByteBufUtil.writeUtf8(netty.clear(), texts[from + i & STRINGS - 1]);
        }
        return netty.writerIndex();
    }

    private int protobuf(String[] texts, int from, int count, ByteBuffer dst, ByteBuf netty) throws IOException {
        int left = 0;
        for (int i = 0; i < count; i++) {
            CodedOutputStream out = CodedOutputStream.newInstance(dst.clear());
            out.writeStringNoTag(texts[from + i & STRINGS - 1]);
            left = out.spaceLeft();
        }
        return dst.capacity() - left;
    }
}
