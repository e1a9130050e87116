package io.github.stringmill.ion;

import com.amazon.ion.IonReader;
import com.amazon.ion.system.IonReaderBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The kinds of input of a reader. */
enum Source {
    BYTES {
        @Override
        IonReader open(IonReaderBuilder builder, byte[] text) {
            return builder.build(text);
        }
    },
    RANGE {
        @Override
        IonReader open(IonReaderBuilder builder, byte[] text) {
            byte[] wider = new byte[text.length + 12];
            java.util.Arrays.fill(wider, (byte) '7');
            System.arraycopy(text, 0, wider, 5, text.length);
            return builder.build(wider, 5, text.length);
        }
    },
    STREAM {
        @Override
        IonReader open(IonReaderBuilder builder, byte[] text) {
            return builder.build(new ByteArrayInputStream(text));
        }
    },
    /** A stream that returns one byte at a time. */
    SLOW_STREAM {
        @Override
        IonReader open(IonReaderBuilder builder, byte[] text) {
            return builder.build(slow(text));
        }
    },
    STRING {
        @Override
        IonReader open(IonReaderBuilder builder, byte[] text) {
            return builder.build(characters(text));
        }
    },
    READER {
        @Override
        IonReader open(IonReaderBuilder builder, byte[] text) {
            return builder.build(new StringReader(characters(text)));
        }
    },
    /** A reader that returns one UTF-16 unit at a time. */
    SLOW_READER {
        @Override
        IonReader open(IonReaderBuilder builder, byte[] text) {
            return builder.build(slow(characters(text)));
        }
    };

    /** A reader of a text. */
    abstract IonReader open(IonReaderBuilder builder, byte[] text);

    /** The same without a wait for more. This is faster for ion-java, which allocates a page for each piece. */
    Source atOnce() {
        return this == SLOW_STREAM ? STREAM : this == SLOW_READER ? READER : this;
    }

    boolean isCharacters() {
        return this == STRING || this == READER || this == SLOW_READER;
    }

    /** Bytes as characters; ill-formed bytes become lone surrogates, so that tests cover these too. */
    static String characters(byte[] text) {
        String decoded = new String(text, StandardCharsets.UTF_8);
        return decoded.replace("\uFFFD\uFFFD", "\uD801").replace('\uFFFD', '\uDC02');
    }

    static InputStream slow(byte[] text) {
        return new ByteArrayInputStream(text) {
            @Override
            public synchronized int read(byte[] dst, int at, int len) {
                return super.read(dst, at, Math.min(len, 1));
            }
        };
    }

    static Reader slow(String text) {
        return new StringReader(text) {
            @Override
            public int read(char[] dst, int at, int len) {
                try {
                    return super.read(dst, at, Math.min(len, 1));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }
}
