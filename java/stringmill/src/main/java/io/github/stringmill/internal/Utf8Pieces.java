package io.github.stringmill.internal;

import io.github.stringmill.ErrorCode;
import io.github.stringmill.StringmillException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.ReadOnlyBufferException;

/**
 * Runs drivers from text of any kind into memory of any kind, all or nothing.
 *
 * <p>If the destination is large enough for the worst case, output is written to it directly. Otherwise short text goes
 * to a {@link Scratch} first and long text is measured first, so a destination that is too small is not changed.
 *
 * <p>{@code CharSequence.charAt} is code of the caller and may call this library. So each call has a scratch of its
 * own.
 */
public final class Utf8Pieces {
    /** The result if the destination is too small for all of the output. */
    public static final int NO_ROOM = -1;

    /** Destination memory that is not an array. */
    public interface Sink {
        /** Writes the first {@code len} bytes of an array at an offset of the memory. */
        void put(Object memory, long at, byte[] bytes, int len);
    }

    /** Shortest text for which the encoder of the JDK beats the pure kernels at ASCII; measured on JDK 17 and 25. */
    private static final int ASCII_MIN_LEN = KernelsHolder.KERNELS instanceof PureKernels ? 32 : Integer.MAX_VALUE;

    /**
     * Longest text for which {@code charAt} is as fast; measured on JDK 17 and 25. Refused kernels refuse every length.
     */
    private static final int SHORT_LEN = KernelsHolder.KERNELS instanceof RefusedKernels ? -1 : 32;

    private static final Sink BUFFER = (memory, at, bytes, len) -> ((ByteBuffer) memory).put((int) at, bytes, 0, len);

    private Utf8Pieces() {}

    /**
     * Runs a driver from {@code src[from, to)} into {@code dst[at, end)}. Bytes after the output may be overwritten.
     *
     * @param bound a capacity that always suffices
     * @param src a {@code char[]} or a {@code CharSequence}
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws StringmillException if a unit is refused
     */
    public static int toArray(UnitDriver driver, long bound, Object src, int from, int to, byte[] dst, int at,
            int end) {
        if (src instanceof char[] && end - at >= bound) {
            return straight(driver, src, from, to, dst, at, end, null);
        }
        Scratch scratch = Scratch.take();
        try {
            return toArray(driver, bound, src, from, to, dst, at, end, scratch);
        } finally {
            scratch.release();
        }
    }

    private static int toArray(UnitDriver driver, long bound, Object src, int from, int to, byte[] dst, int at,
            int end, Scratch scratch) {
        int cap = end - at;
        if (cap >= bound) {
            return straight(driver, src, from, to, dst, at, end, scratch);
        }
        if (to - from <= Scratch.UNITS_LEN) {
            byte[] bytes = scratch.destination();
            int enough = Math.min(cap, bytes.length);
            int written = straight(driver, src, from, to, bytes, 0, enough, scratch);
            if (written >= 0) {
                System.arraycopy(bytes, 0, dst, at, written);
            }
            if (written >= 0 || enough == cap) {
                return written;
            }
        }
        return pieces(driver, src, from, to, null, null, 0, cap, scratch) > cap ? NO_ROOM
                : straight(driver, src, from, to, dst, at, end, scratch);
    }

    /**
     * Runs a driver from {@code src[from, to)} into a buffer, whose position does not move.
     *
     * @param bound a capacity that always suffices
     * @param src a {@code char[]} or a {@code CharSequence}
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws StringmillException if a unit is refused
     * @throws ReadOnlyBufferException if the buffer is read only
     */
    public static int toBuffer(UnitDriver driver, long bound, Object src, int from, int to, ByteBuffer dst) {
        if (dst.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        if (src instanceof String text && driver instanceof Utf16ToUtf8Driver && to - from <= Scratch.UNITS_LEN
                && dst.remaining() >= bound) {
            return onePiece(driver, text, from, to, dst);
        }
        int position = dst.position();
        if (dst.hasArray()) {
            int offset = dst.arrayOffset();
            return toArray(driver, bound, src, from, to, dst.array(), offset + position, offset + dst.limit());
        }
        return (int) toSink(driver, bound, src, from, to, BUFFER, dst, position, dst.remaining());
    }

    /** Writes a string of one piece, if the worst case fits. */
    private static int onePiece(UnitDriver driver, String text, int from, int to, ByteBuffer dst) {
        int len = to - from;
        if (len <= SHORT_LEN && shortAscii(text, from, to, dst)) {
            return len;
        }
        Scratch scratch = Scratch.take();
        try {
            return onePiece(driver, text, from, to, dst, scratch);
        } finally {
            scratch.release();
        }
    }

    private static int onePiece(UnitDriver driver, String text, int from, int to, ByteBuffer dst,
            Scratch scratch) {
        int len = to - from;
        text.getChars(from, to, scratch.units, 0);
        int position = dst.position();
        if (dst.hasArray()) {
            int ascii = len < ASCII_MIN_LEN ? 0 : scratch.narrow(len, dst);
            dst.position(position);
            int offset = dst.arrayOffset();
            return ascii == len ? len : ascii + whole(driver, scratch.units, ascii, len, dst.array(),
                    offset + position + ascii, offset + dst.limit());
        }
        if (len >= ASCII_MIN_LEN && scratch.narrow(scratch.units, 0, len) == len) {
            dst.put(position, scratch.ascii, 0, len);
            return len;
        }
        byte[] bytes = scratch.destination();
        int written = whole(driver, scratch.units, 0, len, bytes, 0, bytes.length);
        dst.put(position, bytes, 0, written);
        return written;
    }

    /** Writes a string if it is ASCII; otherwise may write a part of it. */
    private static boolean shortAscii(String text, int from, int to, ByteBuffer dst) {
        int at = dst.position() - from;
        for (int i = from; i < to; i++) {
            char unit = text.charAt(i);
            if (unit >= 0x80) {
                return false;
            }
            dst.put(at + i, (byte) unit);
        }
        return true;
    }

    /** Runs a driver over the end of a text, with capacity for all of it. */
    private static int whole(UnitDriver driver, char[] units, int from, int to, byte[] dst, int at, int end) {
        long outcome = driver.run(units, from, to, true, dst, at, end, null);
        if (!finished(outcome, from)) {
            throw new IllegalStateException("the worst case fits");
        }
        return Outcome.written(outcome);
    }

    /**
     * Runs a driver from {@code src[from, to)} into other memory.
     *
     * @param bound a capacity that always suffices
     * @param src a {@code char[]} or a {@code CharSequence}
     * @param at the offset of the output in the memory
     * @param cap the capacity from there
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws StringmillException if a unit is refused
     */
    public static long toSink(UnitDriver driver, long bound, Object src, int from, int to, Sink sink,
            Object memory, long at, long cap) {
        Scratch scratch = Scratch.take();
        try {
            return toSink(driver, bound, src, from, to, sink, memory, at, cap, scratch);
        } finally {
            scratch.release();
        }
    }

    private static long toSink(UnitDriver driver, long bound, Object src, int from, int to, Sink sink,
            Object memory, long at, long cap, Scratch scratch) {
        if (to - from <= Scratch.UNITS_LEN) {
            byte[] bytes = scratch.destination();
            int written = straight(driver, src, from, to, bytes, 0, bytes.length, scratch);
            if (written > cap) {
                return NO_ROOM;
            }
            if (written >= 0) {
                sink.put(memory, at, bytes, written);
                return written;
            }
        }
        if (cap < bound && pieces(driver, src, from, to, null, null, 0, cap, scratch) > cap) {
            return NO_ROOM;
        }
        return pieces(driver, src, from, to, sink, memory, at, cap, scratch);
    }

    /**
     * Returns the length of the output, or a number above {@code enough} if it is longer than that.
     *
     * @throws StringmillException if a unit is refused
     */
    public static long length(UnitDriver driver, Object src, int from, int to, long enough) {
        Scratch scratch = Scratch.take();
        try {
            return pieces(driver, src, from, to, null, null, 0, enough, scratch);
        } finally {
            scratch.release();
        }
    }

    /** Writes into an array, which may be overwritten even if it is too small. */
    private static int straight(UnitDriver driver, Object src, int from, int to, byte[] dst, int at, int end,
            Scratch scratch) {
        if (src instanceof char[] units) {
            long outcome = driver.run(units, from, to, true, dst, at, end, null);
            return finished(outcome, 0) ? Outcome.written(outcome) : NO_ROOM;
        }
        CharSequence text = (CharSequence) src;
        boolean plain = driver instanceof Utf16ToUtf8Driver;
        int read = from;
        int put = at;
        while (read < to) {
            int pieceEnd = Math.min(to, read + Scratch.UNITS_LEN);
            fill(text, read, pieceEnd, scratch.units);
            int ascii = plain ? ascii(scratch, pieceEnd - read, dst, put, end) : 0;
            put += ascii;
            if (ascii == pieceEnd - read) {
                read = pieceEnd;
                continue;
            }
            long outcome = driver.run(scratch.units, ascii, pieceEnd - read, pieceEnd == to, dst, put, end, null);
            if (!finished(outcome, read + ascii - from)) {
                return NO_ROOM;
            }
            read += ascii + Outcome.read(outcome);
            put += Outcome.written(outcome);
        }
        return put - at;
    }

    /** Writes leading ASCII of the units, and returns its length; may stop early. */
    private static int ascii(Scratch scratch, int len, byte[] dst, int at, int end) {
        if (len < ASCII_MIN_LEN) {
            return 0;
        }
        int ascii = scratch.narrow(scratch.units, 0, Math.min(len, end - at));
        System.arraycopy(scratch.ascii, 0, dst, at, ascii);
        return ascii;
    }

    /** Runs a driver through the scratch; without a sink it only measures. */
    private static long pieces(UnitDriver driver, Object src, int from, int to, Sink sink, Object memory,
            long at, long cap, Scratch scratch) {
        byte[] bytes = scratch.destination();
        int read = from;
        long written = 0;
        while (read < to && written <= cap) {
            int pieceEnd = Math.min(to, read + Scratch.UNITS_LEN);
            char[] units = scratch.units;
            int begin = 0;
            if (src instanceof char[] array) {
                units = array;
                begin = read;
            } else {
                fill((CharSequence) src, read, pieceEnd, units);
            }
            long outcome = driver.run(units, begin, begin + pieceEnd - read, pieceEnd == to, bytes, 0, bytes.length,
                    null);
            // If the array is full, the next round takes the rest of the piece.
            finished(outcome, read - from);
            read += Outcome.read(outcome);
            int len = Outcome.written(outcome);
            if (sink != null) {
                if (len > cap - written) {
                    return NO_ROOM;
                }
                sink.put(memory, at + written, bytes, len);
            }
            written += len;
        }
        return written;
    }

    /** Returns whether a piece is complete; false if the destination is full. */
    private static boolean finished(long outcome, int before) {
        if (Outcome.state(outcome) == Outcome.REFUSED) {
            throw new StringmillException(ErrorCode.UTF16_SURROGATE_LONE, before + Outcome.read(outcome));
        }
        return Outcome.state(outcome) == Outcome.UNDERFLOW;
    }

    private static void fill(CharSequence src, int from, int to, char[] units) {
        if (src instanceof String text) {
            text.getChars(from, to, units, 0);
        } else if (src instanceof StringBuilder text) {
            text.getChars(from, to, units, 0);
        } else if (src instanceof StringBuffer text) {
            text.getChars(from, to, units, 0);
        } else if (src instanceof CharBuffer text) {
            text.get(text.position() + from, units, 0, to - from);
        } else {
            for (int i = from; i < to; i++) {
                units[i - from] = src.charAt(i);
            }
        }
    }
}
