package io.github.stringmill.ion.reader;

/**
 * Skips white space and comments. Called by {@link ValueParser} and {@link NameReader} between tokens, and by the
 * readers and skippers of text and lobs between segments.
 */
final class Blanks {
    /** How to treat a comment in white space. */
    private static final int COMMENTS_SKIPPED = 0;
    private static final int COMMENTS_REFUSED = 1;
    private static final int COMMENTS_ARE_DATA = 2;

    private Blanks() {}

    /** Skips white space and comments. Returns the byte after them without consuming it, or -1 at the end. */
    static int skip(ByteInput input) {
        return skip(input, COMMENTS_SKIPPED);
    }

    /** As {@link #skip}, in a clob, which refuses comments. */
    static int skipInClob(ByteInput input) {
        return skip(input, COMMENTS_REFUSED);
    }

    /** As {@link #skip}, in a blob, where a slash is data. */
    static int skipInBlob(ByteInput input) {
        return skip(input, COMMENTS_ARE_DATA);
    }

    private static int skip(ByteInput input, int comments) {
        byte[] src = input.buf;
        int p = input.pos;
        int end = input.limit;
        while (true) {
            if (p >= end) {
                input.pos = p;
                if (!input.more()) {
                    return -1;
                }
                src = input.buf;
                p = input.pos;
                end = input.limit;
            }
            int c = src[p];
            if (c > ' ') {
                input.pos = p;
                if (c != '/' || !skipComment(input, comments)) {
                    return c;
                }
                src = input.buf;
                p = input.pos;
                end = input.limit;
            } else if (c == ' ' || c == '\n' || c == '\t' || c == '\r' || (c == 0x0B || c == 0x0C) && !input.asIonJava) {
                p++;
            } else {
                input.pos = p;
                return c & 0xFF;
            }
        }
    }

    /** Skips the comment that the slash at the input's position starts; false if it starts none. */
    static boolean skipComment(ByteInput input) {
        return skipComment(input, COMMENTS_SKIPPED);
    }

    private static boolean skipComment(ByteInput input, int comments) {
        if (comments == COMMENTS_ARE_DATA) {
            return false;
        }
        int next = input.peek(1);
        if (next != '/' && next != '*') {
            return false;
        }
        if (comments == COMMENTS_REFUSED) {
            throw input.error("a comment cannot stand in a clob", input.pos + 2);
        }
        input.pos += 2;
        if (next == '/') {
            skipLineComment(input);
        } else {
            skipBlockComment(input);
        }
        return true;
    }

    private static void skipLineComment(ByteInput input) {
        do {
            byte[] src = input.buf;
            int p = input.pos;
            int end = input.limit;
            while (p < end) {
                byte c = src[p++];
                if (c == '\n') {
                    input.pos = p;
                    return;
                }
                if (c == '\r') {
                    input.pos = p;
                    input.consumeLineFeed();
                    return;
                }
                if (c < 0 && !input.asIonJava) {
                    input.pos = p;
                    Utf8.decode(input, c & 0xFF);
                    src = input.buf;
                    p = input.pos;
                    end = input.limit;
                }
            }
            input.pos = p;
        } while (input.more());
    }

    private static void skipBlockComment(ByteInput input) {
        byte before = 0;
        do {
            byte[] src = input.buf;
            int p = input.pos;
            int end = input.limit;
            while (p < end) {
                byte c = src[p++];
                if (c == '/' && before == '*') {
                    input.pos = p;
                    return;
                }
                if (c < 0 && !input.asIonJava) {
                    input.pos = p;
                    Utf8.decode(input, c & 0xFF);
                    src = input.buf;
                    p = input.pos;
                    end = input.limit;
                }
                before = c;
            }
            input.pos = p;
        } while (input.more());
        throw input.error("a comment is not closed", input.limit);
    }

    /**
     * Skips white space after a segment of a long string, and the three quotes of the next segment.
     *
     * @return false if no segment follows
     */
    static boolean nextSegment(ByteInput input, boolean inClob) {
        int c = inClob ? skipInClob(input) : skip(input);
        return c == '\'' && input.consumeThree('\'');
    }

    /** Skips white space, and a double colon after it. Returns whether there was a double colon. */
    static boolean consumeDoubleColon(ByteInput input) {
        return skip(input) == ':' && input.consumeTwo(':');
    }
}
