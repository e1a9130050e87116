package io.github.stringmill;

import io.github.stringmill.internal.ByteDriver;
import io.github.stringmill.internal.Outcome;
import io.github.stringmill.internal.Refusal;
import io.github.stringmill.internal.RepairCount;
import io.github.stringmill.internal.Scratch;
import io.github.stringmill.internal.UnitDriver;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.ReadOnlyBufferException;

/**
 * Runs drivers over buffers of any kind: over their arrays if they are accessible, else over pieces that are copied
 * through a {@link Scratch}.
 */
final class Buffers {
    /** The destination of drivers that write nothing. */
    static final ByteBuffer NOWHERE = ByteBuffer.allocate(0);

    private static final StreamState[] STATES = StreamState.values();

    private Buffers() {}

    /** Runs a driver over bytes until the source or the destination is used up. */
    static StreamState run(ByteDriver driver, ByteBuffer src, ByteBuffer dst, boolean endOfInput,
            RepairCount repairs) {
        checkApart(src, dst);
        if (src.hasArray() && dst.hasArray()) {
            return run(driver, src, dst, endOfInput, repairs, null);
        }
        Scratch scratch = Scratch.take();
        try {
            return run(driver, src, dst, endOfInput, repairs, scratch);
        } finally {
            scratch.release();
        }
    }

    private static StreamState run(ByteDriver driver, ByteBuffer src, ByteBuffer dst, boolean endOfInput,
            RepairCount repairs, Scratch scratch) {
        int start = src.position();
        int piece = Scratch.LEN;
        while (true) {
            int len = pieceLen(src, piece);
            byte[] bytes = bytes(src, len, scratch);
            int from = begin(src);
            boolean last = endOfInput && len == src.remaining();
            int cap = pieceLen(dst, Scratch.LEN);
            byte[] out = dst.hasArray() ? dst.array() : scratch.destination();
            int at = begin(dst);
            long outcome = driver.run(bytes, from, from + len, last, out, at, at + cap, repairs);
            int read = Outcome.read(outcome);
            boolean atEnd = Outcome.state(outcome) == Outcome.OVERFLOW
                    ? cap == dst.remaining()
                    : len == src.remaining();
            advance(src, dst, outcome, out, repairs);
            if (Outcome.state(outcome) == Outcome.REFUSED) {
                long refusal = driver.refusal(bytes, from + read, from + len, last);
                throw refusal(src, start, Refusal.place(refusal) - from - read, Refusal.code(refusal), repairs);
            }
            if (atEnd || Outcome.state(outcome) == Outcome.QUOTE) {
                return STATES[Outcome.state(outcome)];
            }
            // The unit is longer than a piece: base64 allows any amount of white space inside a group.
            piece = read == 0 && Outcome.written(outcome) == 0 ? 2 * len : Scratch.LEN;
        }
    }

    /** Runs a driver over code units until the source or the destination is used up. */
    static StreamState run(UnitDriver driver, CharBuffer src, ByteBuffer dst, boolean endOfInput,
            RepairCount repairs) {
        checkWritable(dst);
        if (src.hasArray() && dst.hasArray()) {
            return run(driver, src, dst, endOfInput, repairs, null);
        }
        // A buffer that wraps a CharSequence runs code of the caller, which may call this library again.
        Scratch scratch = Scratch.take();
        try {
            return run(driver, src, dst, endOfInput, repairs, scratch);
        } finally {
            scratch.release();
        }
    }

    private static StreamState run(UnitDriver driver, CharBuffer src, ByteBuffer dst, boolean endOfInput,
            RepairCount repairs, Scratch scratch) {
        int start = src.position();
        while (true) {
            int len = pieceLen(src, Scratch.UNITS_LEN);
            char[] units = units(src, len, scratch);
            int from = begin(src);
            boolean last = endOfInput && len == src.remaining();
            int cap = pieceLen(dst, Scratch.LEN);
            byte[] out = dst.hasArray() ? dst.array() : scratch.destination();
            int at = begin(dst);
            long outcome = driver.run(units, from, from + len, last, out, at, at + cap, repairs);
            boolean atEnd = Outcome.state(outcome) == Outcome.OVERFLOW
                    ? cap == dst.remaining()
                    : len == src.remaining();
            advance(src, dst, outcome, out, repairs);
            if (Outcome.state(outcome) == Outcome.REFUSED) {
                throw refusal(src, start, 0, ErrorCode.UTF16_SURROGATE_LONE, repairs);
            }
            if (atEnd) {
                return STATES[Outcome.state(outcome)];
            }
        }
    }

    /** Counts the leading bytes that belong to a class, and moves the position past them. */
    static int scan(CharClass charClass, ByteBuffer src) {
        if (src.hasArray()) {
            return scan(charClass, src, null);
        }
        Scratch scratch = Scratch.take();
        try {
            return scan(charClass, src, scratch);
        } finally {
            scratch.release();
        }
    }

    private static int scan(CharClass charClass, ByteBuffer src, Scratch scratch) {
        int start = src.position();
        int run;
        int len;
        do {
            len = pieceLen(src, Scratch.LEN);
            byte[] bytes = bytes(src, len, scratch);
            run = Stringmill.scan(charClass, bytes, begin(src), len);
            src.position(src.position() + run);
        } while (run == len && src.hasRemaining());
        return src.position() - start;
    }

    /** Returns the number of units of the next piece. */
    private static int pieceLen(Buffer buffer, int most) {
        return buffer.hasArray() ? buffer.remaining() : Math.min(buffer.remaining(), most);
    }

    /** Returns the index in the array of the next unit, or 0 for a copied piece. */
    private static int begin(Buffer buffer) {
        return buffer.hasArray() ? buffer.arrayOffset() + buffer.position() : 0;
    }

    /** Returns the array of a source if it is accessible, else an array with a copy of the next bytes. */
    private static byte[] bytes(ByteBuffer src, int len, Scratch scratch) {
        if (src.hasArray()) {
            return src.array();
        }
        byte[] bytes = len <= Scratch.LEN ? scratch.source() : new byte[len];
        src.get(src.position(), bytes, 0, len);
        return bytes;
    }

    /** Returns the array of a source if it is accessible, else an array with a copy of the next units. */
    private static char[] units(CharBuffer src, int len, Scratch scratch) {
        if (src.hasArray()) {
            return src.array();
        }
        char[] units = scratch.units;
        src.get(src.position(), units, 0, len);
        return units;
    }

    /**
     * Moves both positions past the processed units. Copies the output to the destination if it has no accessible
     * array.
     */
    private static void advance(Buffer src, ByteBuffer dst, long outcome, byte[] out, RepairCount repairs) {
        int read = Outcome.read(outcome);
        int written = Outcome.written(outcome);
        src.position(src.position() + read);
        if (written > 0) {
            if (!dst.hasArray()) {
                dst.put(dst.position(), out, 0, written);
            }
            dst.position(dst.position() + written);
        }
        if (repairs != null) {
            repairs.advance(read);
        }
    }

    /** Makes the exception for the unit {@code further} after {@code start}, and moves the source to that unit. */
    private static StringmillException refusal(Buffer src, int start, int further, ErrorCode code,
            RepairCount repairs) {
        src.position(src.position() + further);
        if (repairs == null) {
            return new StringmillException(code, src.position() - start);
        }
        repairs.advance(further);
        return new StringmillException(code, repairs.base());
    }

    private static void checkWritable(ByteBuffer dst) {
        if (dst.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
    }

    private static void checkApart(ByteBuffer src, ByteBuffer dst) {
        checkWritable(dst);
        if (src == dst) {
            throw new StringmillException(ErrorCode.RANGES_OVERLAP, 0);
        }
        if (src.hasArray() && dst.hasArray()) {
            Stringmill.checkApart(src.array(), begin(src), src.remaining(), dst.array(), begin(dst), dst.remaining());
        }
    }
}
