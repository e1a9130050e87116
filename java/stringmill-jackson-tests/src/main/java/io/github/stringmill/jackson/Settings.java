package io.github.stringmill.jackson;

import java.util.Arrays;
import java.util.Random;

/** Settings of a factory, applied alike to Jackson's and to ours. */
public record Settings(
        boolean escapeNonAscii, boolean escapeSlash, boolean quoteNames, boolean upperHex, boolean combine, char quote,
        int highest, int escapes, int printer, boolean rootValues, String rootSeparator, boolean decorated) {

    public static final Settings DEFAULT =
            new Settings(false, false, true, true, false, '"', 0, 0, 0, false, " ", false);

    private static final int[] HIGHEST = {0, 0, 0, 127, 128, 300, 0x7FF, 0x2027, 0xFFFF};
    private static final String[] SEPARATORS = {" ", "\n", "", null, " // a long separator of root values // "};

    /** The codes of the escapes 5, which the application changes between two strings. */
    private static int[] changing = {};

    static Settings random(Random random) {
        return new Settings(
                random.nextInt(5) == 0, random.nextInt(3) == 0, random.nextInt(4) != 0, random.nextInt(3) != 0,
                random.nextBoolean(), "\"\"\"'|".charAt(random.nextInt(5)),
                HIGHEST[random.nextInt(HIGHEST.length)], random.nextInt(3) == 0 ? 1 + random.nextInt(5) : 0,
                random.nextInt(4) == 0 ? 1 + random.nextInt(2) : 0, random.nextInt(4) == 0,
                SEPARATORS[random.nextInt(SEPARATORS.length)], random.nextInt(6) == 0);
    }

    /**
     * Returns the codes of {@link #escapes()}, which are 1: the default, 2: two more, 3: sequences of the application,
     * 4: a table of 256, 5: a table that {@link #change} changes.
     *
     * @param standard the codes of the default; {@code ESCAPE_STANDARD} of Jackson is -1, {@code ESCAPE_CUSTOM} -2
     */
    public int[] escapeCodes(int[] standard) {
        int[] codes = standard.clone();
        if (escapes == 2) {
            codes['<'] = -1;
            codes['a'] = 'A';
        } else if (escapes == 3) {
            codes['x'] = -2;
            codes['e'] = -2;
            codes['"'] = -1;
        } else if (escapes == 4) {
            codes = Arrays.copyOf(codes, 256);
            codes[0xE9] = -1;
        } else if (escapes == 5) {
            changing = codes;
        }
        return codes;
    }

    /** Changes the table of the last generator, if its escapes say so. */
    void change(int turn) {
        if (escapes == 5) {
            changing['b'] = turn % 3 == 0 ? -1 : 0;
            changing['"'] = turn % 7 == 0 ? 0 : '"';
        }
    }

    /** Returns the default settings with another quote character and, if asked, with slashes escaped. */
    static Settings of(char quote, boolean escapeSlash) {
        return new Settings(false, escapeSlash, true, true, false, quote, 0, 0, 0, false, " ", false);
    }

    /** Returns the sequence of a character under {@link #escapes()}; null if it has none. */
    public String escapeSequence(int ch) {
        if (escapes != 3) {
            return null;
        }
        return switch (ch) {
            case 'x' -> "[x]";
            case 'e' -> "<a longer sequence>";
            case 0x2028 -> "\\u2028";
            case 0x436 -> "zh";
            default -> null;
        };
    }
}
