package io.github.stringmill.spark.records;

import java.io.IOException;
import java.io.InputStream;

/**
 * Values of Ion text one after another, each with its annotations, and with version markers and symbol tables among
 * them. Standard: Ion 1.0, text.
 */
final class IonTextRecords extends ValueRecords {
    private static final boolean[] STRING = ByteTable.of("\"\\");
    private static final boolean[] SYMBOL = ByteTable.of("'\\");
    private static final boolean[] STRUCTURE = ByteTable.of("\"'{}[]()/");
    private static final boolean[] LOB = ByteTable.of("\"'}");
    private static final boolean[] NUMBER_END = ByteTable.of(" \t\n\r\u000b\f{}[](),\"'");
    private static final boolean[] LINE_END = ByteTable.of("\r\n");
    private static final boolean[] STAR = ByteTable.of("*");
    private static final boolean[] NOTHING = ByteTable.of("");
    private static final boolean[] NAME = ByteTable.of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$");
    private static final boolean[] NAME_END = nameEnd();

    IonTextRecords(InputStream source) {
        super(source);
    }

    private static boolean[] nameEnd() {
        boolean[] table = ByteTable.of("0123456789");
        for (int i = 0; i < table.length; i++) {
            table[i] = !table[i] && !NAME[i];
        }
        return table;
    }

    @Override
    boolean findValue() throws IOException {
        while (true) {
            int blank = blankEnd(0);
            if (blank == 0) {
                return at(0) >= 0;
            }
            skip(blank);
        }
    }

    /**
     * Returns the distance after white space or one comment, or {@code from} if neither is there. A comment without an
     * end is left to the parser, which refuses it.
     */
    private int blankEnd(int from) throws IOException {
        int distance = from;
        int next = at(distance);
        while (next == ' ' || next >= '\t' && next <= '\r') {
            next = at(++distance);
        }
        if (distance > from || next != '/') {
            return distance;
        }
        if (at(from + 1) == '/') {
            return find(LINE_END, from + 2);
        }
        if (at(from + 1) != '*') {
            return from;
        }
        distance = find(STAR, from + 2);
        while (at(distance) >= 0) {
            if (at(distance + 1) == '/') {
                return distance + 2;
            }
            distance = find(STAR, distance + 1);
        }
        return from;
    }

    private int blanksEnd(int from) throws IOException {
        int distance = from;
        int next = blankEnd(distance);
        while (next > distance) {
            distance = next;
            next = blankEnd(distance);
        }
        return distance;
    }

    @Override
    int valueLen() throws IOException {
        int distance = 0;
        while (true) {
            int first = at(distance);
            if (first == '\'') {
                if (isLongQuote(distance)) {
                    return longStringEnd(distance + 3);
                }
                distance = quotedEnd(SYMBOL, distance + 1);
            } else if (first >= 0 && NAME[first]) {
                distance = find(NAME_END, distance + 1);
                // A typed null, such as null.int.
                distance = at(distance) == '.' ? find(NAME_END, distance + 1) : distance;
            } else {
                return otherEnd(first, distance);
            }
            int colon = blanksEnd(distance);
            if (at(colon) != ':' || at(colon + 1) != ':') {
                return distance;
            }
            distance = blanksEnd(colon + 2);
        }
    }

    private boolean isLongQuote(int distance) throws IOException {
        return at(distance) == '\'' && at(distance + 1) == '\'' && at(distance + 2) == '\'';
    }

    private int segmentEnd(int from) throws IOException {
        int distance = find(SYMBOL, from);
        while (at(distance) >= 0) {
            if (isLongQuote(distance)) {
                return distance + 3;
            }
            distance = find(SYMBOL, distance + (at(distance) == '\\' ? 2 : 1));
        }
        return distance;
    }

    private int longStringEnd(int from) throws IOException {
        int end = segmentEnd(from);
        int next = blanksEnd(end);
        while (isLongQuote(next)) {
            end = segmentEnd(next + 3);
            next = blanksEnd(end);
        }
        return end;
    }

    private int otherEnd(int first, int distance) throws IOException {
        return switch (first) {
            case -1 -> distance;
            case '"' -> quotedEnd(STRING, distance + 1);
            case '{', '[', '(' -> containerEnd(distance);
            case '+', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> find(NUMBER_END, distance + 1);
            // No value begins like this; the parser refuses it.
            case '/' -> at(distance + 1) == '*' ? find(NOTHING, distance) : distance + 1;
            default -> distance + 1;
        };
    }

    /** Returns the distance after a container or lob. The parser checks that the kinds of brackets match. */
    private int containerEnd(int from) throws IOException {
        int distance = from;
        int depth = 0;
        while (true) {
            distance = find(STRUCTURE, distance);
            switch (at(distance)) {
                case -1 -> {
                    return distance;
                }
                case '"' -> distance = quotedEnd(STRING, distance + 1);
                case '\'' -> distance = isLongQuote(distance) ? segmentEnd(distance + 3)
                        : quotedEnd(SYMBOL, distance + 1);
                case '/' -> distance = Math.max(distance + 1, blankEnd(distance));
                case '{', '[', '(' -> {
                    if (at(distance) == '{' && at(distance + 1) == '{') {
                        distance = lobEnd(distance + 2);
                    } else {
                        depth++;
                        distance++;
                    }
                }
                default -> {
                    depth--;
                    distance++;
                }
            }
            if (depth == 0) {
                return distance;
            }
        }
    }

    private int lobEnd(int from) throws IOException {
        int distance = find(LOB, from);
        while (at(distance) >= 0) {
            if (at(distance) == '"') {
                distance = quotedEnd(STRING, distance + 1);
            } else if (isLongQuote(distance)) {
                distance = segmentEnd(distance + 3);
            } else if (at(distance) == '}' && at(distance + 1) == '}') {
                return distance + 2;
            } else {
                distance++;
            }
            distance = find(LOB, distance);
        }
        return distance;
    }
}
