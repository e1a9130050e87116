package io.github.stringmill.jackson;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.FilterReader;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Code of the caller that writes JSON while a generator calls it: streams, readers, writers, printers, escapes. */
public abstract class Reentrant {
    private static final String TEXT = "plain text, then \"quotes\", \u0436\u4E2D\uD83D\uDE00 and more ".repeat(200);
    private static final String OTHER = "\"another\" text \u00E9 ".repeat(60);

    private final Jackson jackson;
    private int uses;
    private boolean isInUse;

    private final String expectedBytes;
    private final String expectedCharacters;

    protected Reentrant(Jackson jackson) {
        this.jackson = jackson;
        try {
            expectedBytes = other(false, true);
            expectedCharacters = other(false, false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes a generator whose pretty printer and character escapes call {@code use}. */
    protected abstract Generator foreign(boolean ours, OutputStream out, Runnable use) throws IOException;

    /** Writes a {@code SerializableString} that calls {@code use}. */
    protected abstract void writeSerializable(Generator generator, String text, Runnable use) throws IOException;

    /** Writes another document, to bytes and to characters. */
    private void useLibrary() {
        if (isInUse) {
            return;
        }
        isInUse = true;
        try {
            for (boolean toBytes : new boolean[] {true, false}) {
                String expected = toBytes ? expectedBytes : expectedCharacters;
                assertEquals(expected, other(true, toBytes));
            }
            uses++;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            isInUse = false;
        }
    }

    private String other(boolean ours, boolean toBytes) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        StringWriter characters = new StringWriter();
        try (Generator generator = toBytes ? jackson.generator(ours, Settings.DEFAULT, bytes)
                : jackson.generator(ours, Settings.DEFAULT, characters)) {
            generator.startArray();
            generator.string(OTHER);
            generator.string(OTHER.toCharArray(), 0, OTHER.length());
            generator.string(new StringReader(OTHER), -1);
            if (toBytes) {
                byte[] utf8 = OTHER.getBytes(StandardCharsets.UTF_8);
                generator.utf8(utf8, 0, utf8.length);
            }
        }
        return toBytes ? bytes.toString(StandardCharsets.UTF_8) : characters.toString();
    }

    private OutputStream out(OutputStream out) {
        return new FilterOutputStream(out) {
            @Override
            public void write(byte[] bytes, int from, int len) throws IOException {
                useLibrary();
                out.write(bytes, from, len);
                useLibrary();
            }
        };
    }

    private Writer out(Writer out) {
        return new FilterWriter(out) {
            @Override
            public void write(char[] text, int from, int len) throws IOException {
                useLibrary();
                out.write(text, from, len);
            }
        };
    }

    private InputStream in(byte[] bytes) {
        return new FilterInputStream(new ByteArrayInputStream(bytes)) {
            @Override
            public int read(byte[] dst, int from, int len) throws IOException {
                int read = super.read(dst, from, Math.min(len, 1500));
                useLibrary();
                return read;
            }
        };
    }

    private Reader in(String text) {
        return new FilterReader(new StringReader(text)) {
            @Override
            public int read(char[] dst, int from, int len) throws IOException {
                int read = super.read(dst, from, Math.min(len, 1500));
                useLibrary();
                return read;
            }
        };
    }

    private void write(Generator generator, boolean ours, boolean toBytes) throws IOException {
        byte[] utf8 = TEXT.getBytes(StandardCharsets.UTF_8);
        generator.startArray();
        generator.string(TEXT);
        generator.string("short");
        generator.string(TEXT.toCharArray(), 3, TEXT.length() - 3);
        generator.string(in(TEXT), -1);
        writeSerializable(generator, TEXT, this::useLibrary);
        if (toBytes) {
            generator.utf8(utf8, 0, utf8.length);
            if (ours) {
                generator.utf8(in(utf8), -1);
                generator.utf8(ByteBuffer.allocateDirect(utf8.length).put(utf8).flip());
            } else {
                generator.utf8(utf8, 0, utf8.length);
                generator.utf8(utf8, 0, utf8.length);
            }
        }
        generator.startObject();
        generator.name(TEXT);
        generator.string("value");
        generator.close();
    }

    @Test
    public void streams() throws Exception {
        ByteArrayOutputStream stock = new ByteArrayOutputStream();
        write(jackson.generator(false, Settings.DEFAULT, stock), false, true);
        ByteArrayOutputStream ours = new ByteArrayOutputStream();
        write(jackson.generator(true, Settings.DEFAULT, out(ours)), true, true);
        assertArrayEquals(stock.toByteArray(), ours.toByteArray());
        assertTrue(uses > 20, "used " + uses + " times");
    }

    @Test
    public void writers() throws Exception {
        StringWriter stock = new StringWriter();
        write(jackson.generator(false, Settings.DEFAULT, stock), false, false);
        StringWriter ours = new StringWriter();
        write(jackson.generator(true, Settings.DEFAULT, out(ours)), true, false);
        assertEquals(stock.toString(), ours.toString());
        assertTrue(uses > 20, "used " + uses + " times");
    }

    @Test
    public void printersAndEscapes() throws Exception {
        ByteArrayOutputStream stock = new ByteArrayOutputStream();
        write(foreign(false, stock, this::useLibrary), false, true);
        ByteArrayOutputStream ours = new ByteArrayOutputStream();
        write(foreign(true, out(ours), this::useLibrary), true, true);
        assertArrayEquals(stock.toByteArray(), ours.toByteArray());
        assertTrue(uses > 20, "used " + uses + " times");
    }
}
