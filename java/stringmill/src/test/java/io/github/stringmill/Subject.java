package io.github.stringmill;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.util.Arrays;

/** An operation with its parameters and an input, run whole or in pieces, from any kind of buffer. */
abstract class Subject {
    /** Kinds of buffers. */
    enum Kind { HEAP, DIRECT, READ_ONLY }

    /** Direct memory is slow to allocate, so all cases of a thread share one buffer. */
    private static final ThreadLocal<ByteBuffer> DIRECT_MEMORY =
            ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(1 << 20));

    /** An operation over arrays of bytes. */
    interface Whole {
        int run(byte[] src, int srcOffset, int srcLen, byte[] dst, int dstOffset, int dstLen, Repairs repairs);
    }

    /** An operation over buffers of bytes. */
    interface Stream {
        StreamState run(ByteBuffer src, ByteBuffer dst, boolean endOfInput, Repairs repairs);
    }

    /** An operation over arrays of code units. */
    interface WholeUnits {
        int run(char[] src, int srcOffset, int srcLen, byte[] dst, int dstOffset, int dstLen, Repairs repairs);
    }

    /** An operation over buffers of code units. */
    interface StreamUnits {
        StreamState run(CharBuffer src, ByteBuffer dst, boolean endOfInput, Repairs repairs);
    }

    /** Returns the length of the input in units. */
    abstract int len();

    /** Runs the whole input, from the middle of an array. */
    abstract int whole(byte[] dst, int dstOffset, int dstLen, Repairs repairs);

    /** Makes a buffer with a part of the input, for {@link #stream}. */
    abstract Buffer source(Kind kind, int from, int to);

    /** Returns whether the operation takes pieces. */
    boolean takesPieces() {
        return true;
    }

    /** Runs the operation from such a buffer. */
    abstract StreamState stream(Buffer src, ByteBuffer dst, boolean endOfInput, Repairs repairs);

    /** Makes a sliced buffer of a capacity, with canaries around it. */
    static ByteBuffer destination(Kind kind, int cap) {
        byte[] canaries = new byte[cap + 8];
        Arrays.fill(canaries, (byte) 0x55);
        ByteBuffer all = kind == Kind.HEAP
                ? ByteBuffer.wrap(canaries)
                : DIRECT_MEMORY.get().duplicate().put(0, canaries);
        return all.position(3).limit(3 + cap).slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** An operation on {@code in}; {@code stream} is null if it takes whole texts only. */
    static Subject ofBytes(byte[] in, Whole whole, Stream stream) {
        byte[] padded = new byte[in.length + 5];
        System.arraycopy(in, 0, padded, 2, in.length);
        return new Subject() {
            private ByteBuffer direct;

            @Override
            int len() {
                return in.length;
            }

            @Override
            int whole(byte[] dst, int dstOffset, int dstLen, Repairs repairs) {
                return whole.run(padded, 2, in.length, dst, dstOffset, dstLen, repairs);
            }

            @Override
            Buffer source(Kind kind, int from, int to) {
                if (kind != Kind.DIRECT) {
                    ByteBuffer heap = ByteBuffer.wrap(padded, 2 + from, to - from);
                    return kind == Kind.HEAP ? heap.slice() : heap.asReadOnlyBuffer();
                }
                if (direct == null) {
                    direct = ByteBuffer.allocateDirect(padded.length).put(padded);
                }
                return direct.limit(2 + to).position(2 + from);
            }

            @Override
            boolean takesPieces() {
                return stream != null;
            }

            @Override
            StreamState stream(Buffer src, ByteBuffer dst, boolean endOfInput, Repairs repairs) {
                return stream.run((ByteBuffer) src, dst, endOfInput, repairs);
            }
        };
    }

    static Subject ofUnits(char[] in, WholeUnits whole, StreamUnits stream) {
        char[] padded = new char[in.length + 5];
        System.arraycopy(in, 0, padded, 2, in.length);
        return new Subject() {
            private CharBuffer direct;

            @Override
            int len() {
                return in.length;
            }

            @Override
            int whole(byte[] dst, int dstOffset, int dstLen, Repairs repairs) {
                return whole.run(padded, 2, in.length, dst, dstOffset, dstLen, repairs);
            }

            @Override
            Buffer source(Kind kind, int from, int to) {
                if (kind != Kind.DIRECT) {
                    CharBuffer heap = CharBuffer.wrap(padded, 2 + from, to - from);
                    return kind == Kind.HEAP ? heap.slice() : heap.asReadOnlyBuffer();
                }
                if (direct == null) {
                    ByteBuffer bytes = ByteBuffer.allocateDirect(2 * padded.length).order(ByteOrder.BIG_ENDIAN);
                    direct = bytes.asCharBuffer().put(padded);
                }
                return direct.limit(2 + to).position(2 + from);
            }

            @Override
            StreamState stream(Buffer src, ByteBuffer dst, boolean endOfInput, Repairs repairs) {
                return stream.run((CharBuffer) src, dst, endOfInput, repairs);
            }
        };
    }
}
