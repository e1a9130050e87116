package io.github.stringmill.jackson;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;

/** Random JSON documents, most of them well-formed. */
final class JsonDocuments {
    private static final String[] PIECES = {
        "a", "bc", "some plain text ",
        "a longer run of plain ASCII, long enough for a block of the kernels, ".repeat(3),
        "\\n", "\\\"", "\\\\", "\\/", "\\t\\r\\b\\f", "\\u0041", "\\u00e9", "\\u4E2d", "\\uD83D\\uDE00", "\\ud83d",
        "\\uDE00", "\\ud83d\\n", "\\uD83D\\uD83D\\uDE00", "\u00E9", "\u00E9l\u00E8ve ", "\u0436", "\u0436\u0438\u0437 ",
        "\u4E2D", "\u4E2D\u6587\u5B57", "\uD83D\uDE00", "\uD83D\uDE00\uD83D\uDE80", "\uFFFF\u07FF\u0800", "'", "\u007F"
    };

    /** Pieces that are not JSON, or only under a feature. */
    private static final String[] ODD = {
        "\t", "\n", "\u0001", "\\x", "\\\u00E9", "\\\uD83D\uDE00", "\\u12", "\\u12G4", "\"", "\\"
    };

    private static final byte[][] ILL_FORMED = {
        {(byte) 0x80}, {(byte) 0xC3}, {(byte) 0xC0, (byte) 0x80}, {(byte) 0xC1, (byte) 0xBF},
        {(byte) 0xE0, (byte) 0x80, (byte) 0x80}, {(byte) 0xE4, (byte) 0xB8}, {(byte) 0xED, (byte) 0xA0, (byte) 0x80},
        {(byte) 0xED, (byte) 0xA0, (byte) 0xBD, (byte) 0xED, (byte) 0xB8, (byte) 0x80},
        {(byte) 0xF0, (byte) 0x80, (byte) 0x80, (byte) 0x80}, {(byte) 0xF0, (byte) 0x9F, (byte) 0x98},
        {(byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80}, {(byte) 0xF7, (byte) 0xBF, (byte) 0xBF, (byte) 0xBF},
        {(byte) 0xF8}, {(byte) 0xFF}
    };

    private static final String[] SCALARS = {"0", "-12", "3.25", "1e9", "true", "false", "null"};
    private static final String[] BLANKS = {"", "", "", " ", "\n", "\r\n", "\t ", "  "};
    private static final String[] ODD_TOKENS = {
        "/* c */", "// c\n", "# c\n", "'single'", "name", "NaN", "01", "+1", ".5", "[", "}", ",", "\u00E9"
    };

    private final Random random;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int odd;
    private boolean wellFormed;

    JsonDocuments(Random random) {
        this.random = random;
    }

    /** Returns the contents of a string: pieces in a random mix, of up to {@code most} bytes or a little more. */
    byte[] contents(int most, boolean illFormed) {
        out.reset();
        putContents(most, illFormed ? 20 : 0);
        return out.toByteArray();
    }

    /** Returns a document. */
    byte[] document() {
        out.reset();
        odd = random.nextInt(3) == 0 ? 200 : 0;
        int roots = random.nextInt(8) == 0 ? 3 : 1;
        for (int i = 0; i < roots; i++) {
            putValue(0);
            put(" ");
        }
        byte[] document = out.toByteArray();
        wellFormed = odd == 0;
        if (random.nextInt(6) == 0) {
            document = Arrays.copyOf(document, random.nextInt(document.length + 1));
        } else if (random.nextInt(6) == 0 && document.length > 0) {
            document[random.nextInt(document.length)] = (byte) random.nextInt(256);
            wellFormed = false;
        }
        return document;
    }

    /** Returns whether the last document is well-formed, but for a missing end. */
    boolean isWellFormed() {
        return wellFormed;
    }

    private boolean isOdd() {
        return odd != 0 && random.nextInt(odd) == 0;
    }

    private void put(String text) {
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    private <T> T any(T[] all) {
        return all[random.nextInt(all.length)];
    }

    private void blank() {
        put(isOdd() ? any(ODD_TOKENS) : any(BLANKS));
    }

    private void putValue(int depth) {
        blank();
        switch (random.nextInt(depth > 3 ? 6 : 10)) {
            case 0 -> put(any(SCALARS));
            case 6, 7 -> putEntries("[", "]", depth, false);
            case 8, 9 -> putEntries("{", "}", depth, true);
            default -> putString(size());
        }
        blank();
    }

    private void putEntries(String open, String close, int depth, boolean named) {
        put(open);
        int entries = random.nextInt(6);
        for (int i = 0; i < entries; i++) {
            put(i > 0 ? "," : "");
            if (named) {
                blank();
                putString(random.nextInt(10) == 0 ? size() : random.nextInt(20));
                blank();
                put(":");
            }
            putValue(depth + 1);
        }
        put(close);
    }

    private int size() {
        return switch (random.nextInt(12)) {
            case 0 -> 7_900 + random.nextInt(300);
            case 1 -> random.nextInt(30_000);
            case 2, 3, 4 -> random.nextInt(1_000);
            default -> random.nextInt(40);
        };
    }

    private void putString(int most) {
        put("\"");
        putContents(most, odd);
        put("\"");
    }

    private void putContents(int most, int illFormedOneIn) {
        int end = out.size() + most;
        int kinds = 1 + random.nextInt(PIECES.length);
        int first = random.nextInt(PIECES.length);
        while (out.size() < end) {
            if (illFormedOneIn != 0 && random.nextInt(illFormedOneIn) == 0) {
                if (odd != 0 && random.nextBoolean()) {
                    put(any(ODD));
                } else {
                    out.writeBytes(any(ILL_FORMED));
                }
            }
            String piece = PIECES[(first + random.nextInt(kinds)) % PIECES.length];
            put(piece.length() > most ? "x" : piece);
        }
    }
}
