package io.github.stringmill.ion.reader;

import java.util.Arrays;

/**
 * Skips values that the program does not read. Checks them no further than ion-java does. Called by {@link ValueParser}
 * when the reader moves on, and by {@link NameReader} and {@link CurrentValue} to find an end before they read.
 */
final class ValueSkipper {
    /** The closing characters of the containers around the one that is being skipped. */
    private byte[] closers = {};

    /** Skips a quoted symbol whose opening quote was consumed. */
    static void skipQuotedSymbol(ByteInput input) {
        while (true) {
            skipPlain(input, Words.SINGLE_QUOTES);
            byte c = input.buf[input.pos++];
            if (c == '\'') {
                return;
            }
            if (c == '\\') {
                skipEscaped(input);
            }
        }
    }

    /** Skips a string whose opening quote was consumed. */
    static void skipString(ByteInput input) {
        while (true) {
            skipPlain(input, Words.DOUBLE_QUOTES);
            byte c = input.buf[input.pos++];
            if (c == '"') {
                return;
            }
            if (c == '\\') {
                skipEscaped(input);
            } else if (c == '\n' || c == '\r') {
                input.pos--;
                input.peek(1);
                throw input.bad(input.pos);
            }
        }
    }

    /** Moves to the next byte that may matter in quotes. */
    private static void skipPlain(ByteInput input, long quotes) {
        while (true) {
            byte[] src = input.buf;
            int p = input.pos;
            int end = input.limit;
            while (end - p >= 8) {
                long found = Words.notPlain(Words.load(src, p), quotes);
                if (found != 0) {
                    input.pos = p + Words.first(found);
                    return;
                }
                p += 8;
            }
            input.pos = p;
            if (p < end) {
                return;
            }
            if (!input.more()) {
                throw input.unexpectedEnd();
            }
        }
    }

    /** Skips the character or line end after a backslash. */
    private static void skipEscaped(ByteInput input) {
        int c = input.peek(0);
        if (c >= 0) {
            input.pos++;
        }
        if (c == '\r') {
            input.consumeLineFeed();
        }
    }

    /**
     * Skips the segments of a long string whose first three quotes were consumed, and the white space after them.
     *
     * @param inClob whether comments between segments are refused
     */
    static void skipLongString(ByteInput input, boolean inClob) {
        while (true) {
            skipPlain(input, Words.SINGLE_QUOTES);
            byte c = input.buf[input.pos++];
            if (c == '\\') {
                skipEscaped(input);
            } else if (c == '\'' && input.consumeTwo('\'') && !Blanks.nextSegment(input, inClob)) {
                return;
            }
        }
    }

    /**
     * Consumes the opening quotes of a lob, if it has any, and the white space before them.
     *
     * @return which kind it is, a constant of {@link LobReader}
     */
    static int openLob(ByteInput input) {
        int c = Blanks.skipInBlob(input);
        if (c == '"') {
            input.pos++;
            return LobReader.SHORT_CLOB;
        }
        return c == '\'' && input.consumeThree('\'') ? LobReader.LONG_CLOB : LobReader.BLOB;
    }

    /** Skips a lob after {@link #openLob}, with its closing braces. */
    static void skipLob(ByteInput input, int kind) {
        if (kind == LobReader.BLOB) {
            skipBlob(input);
            return;
        }
        if (kind == LobReader.SHORT_CLOB) {
            skipString(input);
        } else {
            skipLongString(input, true);
        }
        closeClob(input);
    }

    private static void skipBlob(ByteInput input) {
        while (true) {
            byte[] src = input.buf;
            int p = input.pos;
            int end = input.limit;
            while (end - p >= 8) {
                long found = Words.closingBrace(Words.load(src, p));
                if (found != 0) {
                    p += Words.first(found);
                    break;
                }
                p += 8;
            }
            while (p < end && src[p] != '}') {
                p++;
            }
            input.pos = p;
            if (p < end) {
                input.pos++;
                closeBlob(input);
                return;
            }
            if (!input.more()) {
                throw input.unexpectedEnd();
            }
        }
    }

    /** Consumes the second brace after a blob. */
    private static void closeBlob(ByteInput input) {
        int c = input.peek(0);
        if (c != '}') {
            input.peek(1);
            // ion-java reads a line end as the end of the text here.
            throw c < 0 || c == '\n' || c == '\r'
                    ? input.unexpectedEnd(input.indexAfter(input.pos)) : input.bad(input.pos);
        }
        input.pos++;
    }

    /** Consumes white space and both braces after a clob. */
    private static void closeClob(ByteInput input) {
        Blanks.skipInClob(input);
        if (!input.consumeTwo('}')) {
            throw input.error("a clob is not closed by \"}}\"", input.pos);
        }
    }

    /**
     * Skips the rest of a container and its closing character, without recursion. Ignores closing characters of other
     * kinds.
     */
    void skipContainer(ByteInput input, int outermost) {
        int closer = outermost;
        int depth = 0;
        while (true) {
            int c = skipToStructure(input);
            input.pos++;
            switch (c) {
                case '}', ']', ')' -> {
                    if (c == closer) {
                        if (depth == 0) {
                            return;
                        }
                        closer = closers[--depth];
                    }
                }
                case '"' -> skipString(input);
                case '\'' -> {
                    if (input.consumeTwo('\'')) {
                        skipLongString(input, false);
                    } else {
                        skipQuotedSymbol(input);
                    }
                }
                case '(' -> {
                    push(closer, depth++);
                    closer = ')';
                }
                case '[' -> {
                    push(closer, depth++);
                    closer = ']';
                }
                default -> {
                    if (input.peek(0) == '{') {
                        input.pos++;
                        skipLobInContainer(input);
                    } else {
                        push(closer, depth++);
                        closer = '}';
                    }
                }
            }
        }
    }

    private void push(int closer, int depth) {
        if (depth == closers.length) {
            closers = Arrays.copyOf(closers, Math.max(16, depth * 2));
        }
        closers[depth] = (byte) closer;
    }

    private static void skipLobInContainer(ByteInput input) {
        int kind = openLob(input);
        if (kind == LobReader.BLOB && input.peek(0) == '\'') {
            throw input.error("a clob does not begin with one quote", input.pos + 1);
        }
        skipLob(input, kind);
    }

    /** Moves to the next quote or bracket outside of comments, and returns it. */
    private static int skipToStructure(ByteInput input) {
        while (true) {
            byte[] src = input.buf;
            int p = input.pos;
            int end = input.limit;
            while (p < end && !Letters.isByte(src[p], Letters.STRUCTURE)) {
                p++;
            }
            input.pos = p;
            if (p == end) {
                if (!input.more()) {
                    throw input.unexpectedEnd();
                }
            } else if (src[p] != '/') {
                return src[p];
            } else if (!Blanks.skipComment(input)) {
                input.pos++;
            }
        }
    }
}
