package io.github.stringmill;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;

/** An operation with its parameters and an input, for tests to give it whole or in pieces, from any kind of buffer. */
abstract class Subject {
    /** Kinds of buffers. */
    enum Kind { HEAP, DIRECT, READ_ONLY }

    /** The operation over arrays of bytes. */
    interface Whole {
        int run(byte[] src, int srcOffset, int srcLen, byte[] dst, int dstOffset, int dstLen, Repairs repairs);
    }

    /** The operation over buffers of bytes. */
    interface Stream {
        StreamState run(ByteBuffer src, ByteBuffer dst, boolean endOfInput, Repairs repairs);
    }

    /** The operation over arrays of code units. */
    interface WholeUnits {
        int run(char[] src, int srcOffset, int srcLen, byte[] dst, int dstOffset, int dstLen, Repairs repairs);
    }

    /** The operation over buffers of code units. */
    interface StreamUnits {
        StreamState run(CharBuffer src, ByteBuffer dst, boolean endOfInput, Repairs repairs);
    }

    /** Units of the input. */
    abstract int len();

    /** All of the input at once, from the middle of an array. */
    abstract int whole(byte[] dst, int dstOffset, int dstLen, Repairs repairs);

    /** A buffer with a part of the input, for {@link #stream}. */
    abstract Buffer source(Kind kind, int from, int to);

    /** The operation from such a buffer. */
    abstract StreamState stream(Buffer src, ByteBuffer dst, boolean endOfInput, Repairs repairs);

    /** A sliced buffer of so much room, with canaries around it. */
    static ByteBuffer room(Kind kind, int room) {
        ByteBuffer all = kind == Kind.HEAP ? ByteBuffer.allocate(room + 8) : ByteBuffer.allocateDirect(room + 8);
        for (int i = 0; i < all.capacity(); i++) {
            all.put(i, (byte) 0x55);
        }
        return all.position(3).limit(3 + room).slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    static Subject ofBytes(byte[] in, Whole whole, Stream stream) {
        byte[] padded = new byte[in.length + 5];
        System.arraycopy(in, 0, padded, 2, in.length);
        return new Subject() {
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
                ByteBuffer direct = ByteBuffer.allocateDirect(to - from + 3);
                return direct.position(1).put(in, from, to - from).flip().position(1);
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
                ByteBuffer direct = ByteBuffer.allocateDirect(2 * (to - from + 1)).order(ByteOrder.BIG_ENDIAN);
                return direct.asCharBuffer().position(1).put(in, from, to - from).flip().position(1);
            }

            @Override
            StreamState stream(Buffer src, ByteBuffer dst, boolean endOfInput, Repairs repairs) {
                return stream.run((CharBuffer) src, dst, endOfInput, repairs);
            }
        };
    }
}
