package io.github.stringmill.spark.records;

import io.github.stringmill.ErrorCode;
import java.io.IOException;
import java.io.InputStream;

/** JSON texts one after another, with or without white space between them; or the elements of one array. */
final class JsonRecords extends ValueRecords {
    /** The expected next token. */
    private enum Place {
        /** Values up to the end of the file. */
        VALUE,
        /** The only text of the file. */
        TEXT,
        /** A comma, or the end of the array. */
        AFTER_ELEMENT,
        /** The end of the file. */
        END
    }

    private static final boolean[] STRING = ByteTable.of("\"\\");
    private static final boolean[] STRUCTURE = ByteTable.of("\"{}[]");
    private static final boolean[] SCALAR_END = ByteTable.of(" \t\r\n\"{}[],:");

    private Place place;

    /**
     * Makes the values of a file.
     *
     * @param isWhole whether the file is one text
     */
    JsonRecords(InputStream source, boolean isWhole) {
        super(source);
        place = isWhole ? Place.TEXT : Place.VALUE;
    }

    private int skipSpace() throws IOException {
        int next = at(0);
        while (next == ' ' || next == '\n' || next == '\r' || next == '\t') {
            skip(1);
            next = at(0);
        }
        return next;
    }

    @Override
    boolean findValue() throws IOException {
        int next = skipSpace();
        boolean mayEnd = place == Place.AFTER_ELEMENT;
        if (place == Place.TEXT && next == '[') {
            skip(1);
            next = skipSpace();
            place = Place.AFTER_ELEMENT;
            mayEnd = true;
        } else if (place == Place.AFTER_ELEMENT && next == ',') {
            skip(1);
            next = skipSpace();
            mayEnd = false;
        } else if (place == Place.AFTER_ELEMENT && next != ']') {
            refuse(next < 0 ? ErrorCode.JSON_INCOMPLETE : ErrorCode.JSON_BRACKET_EXPECTED);
            return true;
        } else if (place == Place.TEXT) {
            place = Place.END;
            return next >= 0;
        }
        if (mayEnd && next == ']') {
            skip(1);
            next = skipSpace();
            place = Place.END;
        }
        if (place == Place.END && next >= 0) {
            refuse(ErrorCode.JSON_TRAILING);
        } else if (place == Place.AFTER_ELEMENT && next < 0) {
            refuse(ErrorCode.JSON_INCOMPLETE);
            return true;
        }
        return next >= 0;
    }

    @Override
    int valueLen() throws IOException {
        int first = at(0);
        if (first == '"') {
            return quotedEnd(STRING, 1);
        }
        if (first != '{' && first != '[') {
            return find(SCALAR_END, 1);
        }
        int distance = 0;
        int depth = 0;
        while (true) {
            distance = find(STRUCTURE, distance);
            switch (at(distance)) {
                case -1 -> {
                    return distance;
                }
                case '"' -> distance = quotedEnd(STRING, distance + 1);
                case '{', '[' -> {
                    depth++;
                    distance++;
                }
                default -> {
                    distance++;
                    // The parser checks that the kinds of brackets match.
                    if (--depth == 0) {
                        return distance;
                    }
                }
            }
        }
    }
}
