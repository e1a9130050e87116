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

    /** Whether the encoder of the JDK takes leading ASCII, as by default. Forced kernels take all of a text. */
    private static final boolean JDK_ASCII =
            KernelsHolder.KERNELS instanceof PureKernels || KernelsHolder.KERNELS instanceof LengthKernels;

    /** Shortest text for which that encoder gains; measured on JDK 17 and 25. */
    private static final int ASCII_MIN_LEN = 32;

    /** Longest string for {@link ShortUtf8}; measured on JDK 17 and 25. Refused kernels refuse every length. */
    private static final int SHORT_LEN = KernelsHolder.KERNELS instanceof RefusedKernels ? -1 : JDK_ASCII ? 128 : 32;

    /** The same for arrays: on JDK 17 CJK of 200 characters would take 1.4 times as long. Native kernels are faster. */
    private static final int SHORT_ARRAY_LEN =
            KernelsHolder.KERNELS instanceof PureKernels && Runtime.version().feature() >= 22 ? 256 : SHORT_LEN;

    /** A code unit becomes three bytes at most, and a pair of them four. */
    private static final long BYTES_PER_UNIT = 3;

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
        int position = checkWritable(dst).position();
        if (dst.hasArray()) {
            int offset = dst.arrayOffset();
            return toArray(driver, bound, src, from, to, dst.array(), offset + position, offset + dst.limit());
        }
        return (int) toSink(driver, bound, src, from, to, BUFFER, dst, position, dst.remaining());
    }

    /**
     * Encodes text to UTF-8 in a buffer, and moves its position past the output.
     *
     * @param driver the driver of the policy for lone surrogates
     * @param src a {@code char[]} or a {@code CharSequence}
     * @return the number of bytes written, or {@link #NO_ROOM}
     * @throws StringmillException if a unit is refused
     * @throws ReadOnlyBufferException if the buffer is read only
     */
    public static int encode(Utf16ToUtf8Driver driver, Object src, int from, int to, ByteBuffer dst) {
        int position = dst.position();
        if (dst.limit() - position < bound(from, to)) {
            int written = toBuffer(driver, bound(from, to), src, from, to, dst);
            dst.position(position + Math.max(0, written));
            return written;
        }
        int shortLen = dst.hasArray() ? SHORT_ARRAY_LEN : SHORT_LEN;
        if (to - from <= shortLen && src instanceof String text && encodeShort(text, from, to, dst)
                || encodeSome(driver, src, from, to, dst, true) == to - from) {
            return dst.position() - position;
        }
        throw new IllegalStateException("the worst case fits");
    }

    /** Encodes a short string; returns false, and writes nothing that counts, if it has a lone surrogate. */
    private static boolean encodeShort(String text, int from, int to, ByteBuffer dst) {
        int end;
        if (dst.hasArray()) {
            int offset = dst.arrayOffset();
            end = ShortUtf8.encode(text, from, to, dst.array(), offset + dst.position()) - offset;
        } else {
            end = ShortUtf8.encode(text, from, to, checkWritable(dst), dst.position());
        }
        if (end < dst.position()) {
            return false;
        }
        dst.position(end);
        return true;
    }

    /**
     * Encodes as many whole characters as fit in a buffer, and moves its position past the output.
     *
     * @param driver the driver of the policy for lone surrogates
     * @param src a {@code char[]} or a {@code CharSequence}
     * @param endOfInput whether the text ends with this source
     * @return the number of units read
     * @throws StringmillException if a unit is refused; the position is then unchanged
     * @throws ReadOnlyBufferException if the buffer is read only
     */
    public static int encodeSome(Utf16ToUtf8Driver driver, Object src, int from, int to, ByteBuffer dst,
            boolean endOfInput) {
        int position = checkWritable(dst).position();
        int read = -1;
        Scratch scratch = Scratch.take();
        try {
            read = encodeSome(driver, src, from, to, dst, endOfInput, scratch);
            return read;
        } finally {
            if (read < 0) {
                dst.position(position);
            }
            scratch.release();
        }
    }

    private static int encodeSome(Utf16ToUtf8Driver driver, Object src, int from, int to, ByteBuffer dst,
            boolean endOfInput, Scratch scratch) {
        int read = from;
        while (read < to) {
            int pieceEnd = Math.min(to, read + Scratch.UNITS_LEN);
            char[] units = scratch.units;
            int begin = 0;
            int end = pieceEnd - read;
            if (src instanceof char[] array) {
                units = array;
                begin = read;
                end = pieceEnd;
            } else {
                fill((CharSequence) src, read, pieceEnd, units);
                begin = asciiPrefix(scratch, end, dst);
                read += begin;
                if (begin == end) {
                    continue;
                }
            }
            boolean last = endOfInput && pieceEnd == to;
            long outcome = encodePiece(driver, units, begin, end, last, dst, scratch);
            finished(outcome, read - from);
            read += Outcome.read(outcome);
            if (read < pieceEnd && (pieceEnd == to || Outcome.state(outcome) == Outcome.OVERFLOW)) {
                break;
            }
        }
        return read - from;
    }

    /** Runs a driver over a piece, and moves the position of the buffer past the output. */
    private static long encodePiece(Utf16ToUtf8Driver driver, char[] units, int begin, int end, boolean last,
            ByteBuffer dst, Scratch scratch) {
        long outcome;
        if (dst.hasArray()) {
            int offset = dst.arrayOffset();
            outcome = driver.run(units, begin, end, last, dst.array(), offset + dst.position(), offset + dst.limit(),
                    null);
        } else {
            byte[] bytes = scratch.destination();
            outcome = driver.run(units, begin, end, last, bytes, 0, Math.min(bytes.length, dst.remaining()), null);
            dst.put(dst.position(), bytes, 0, Outcome.written(outcome));
        }
        dst.position(dst.position() + Outcome.written(outcome));
        return outcome;
    }

    /** Copies leading ASCII of the scratch to a buffer, moves its position and returns the length; may stop early. */
    private static int asciiPrefix(Scratch scratch, int len, ByteBuffer dst) {
        char[] units = scratch.units;
        if (!JDK_ASCII || len < ASCII_MIN_LEN || (units[0] | units[ASCII_MIN_LEN / 2]) >= 0x80) {
            return 0;
        }
        if (dst.hasArray()) {
            return scratch.narrow(len, dst);
        }
        int ascii = scratch.narrow(units, 0, Math.min(len, dst.remaining()));
        dst.put(dst.position(), scratch.ascii, 0, ascii);
        dst.position(dst.position() + ascii);
        return ascii;
    }

    /** Returns a capacity that suffices for every text of a length. */
    public static long bound(int from, int to) {
        return BYTES_PER_UNIT * (to - from);
    }

    private static ByteBuffer checkWritable(ByteBuffer dst) {
        if (dst.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        return dst;
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
        if (!JDK_ASCII || len < ASCII_MIN_LEN) {
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
