package io.github.stringmill.spark.read.ion;

import com.amazon.ion.IonReader;
import com.amazon.ion.system.IonReaderBuilder;
import java.io.InputStream;
import java.util.Objects;

/** One reader for all values of a file of binary Ion, which gets the bytes of one value at a time. */
final class BinaryReader {
    private final Piece piece = new Piece();
    private IonReader reader;

    /** Returns the reader after giving it the next bytes. It has read all bytes before. */
    IonReader of(byte[] bytes, int from, int len) {
        piece.set(bytes, from, len);
        if (reader == null) {
            // Only incremental readers accept more bytes after the end of the stream.
            reader = IonReaderBuilder.standard().withIncrementalReadingEnabled(true).build(piece);
        }
        return reader;
    }

    /** A stream that ends after each piece, and continues with the next one. */
    private static final class Piece extends InputStream {
        private byte[] bytes;
        private int at;
        private int end;

        void set(byte[] source, int from, int len) {
            bytes = source;
            at = from;
            end = from + len;
        }

        @Override
        public int available() {
            return end - at;
        }

        @Override
        public int read() {
            return at == end ? -1 : bytes[at++] & 0xFF;
        }

        @Override
        public int read(byte[] dst, int from, int len) {
            Objects.checkFromIndexSize(from, len, dst.length);
            if (at == end) {
                return len == 0 ? 0 : -1;
            }
            int count = Math.min(len, end - at);
            System.arraycopy(bytes, at, dst, from, count);
            at += count;
            return count;
        }
    }
}
