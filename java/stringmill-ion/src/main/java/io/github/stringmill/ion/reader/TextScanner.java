package io.github.stringmill.ion.reader;

import java.util.Arrays;

/**
 * White space, comments, and the extents of values that nobody reads. What is skipped is looked at no closer than its
 * extent needs, as ion-java does it.
 */
abstract class TextScanner extends Utf8Input {
    static final int LOB_BLOB = 0;
    static final int LOB_SHORT_CLOB = 1;
    static final int LOB_LONG_CLOB = 2;

    /** What may stand where white space is skipped. */
    private static final int COMMENTS_SKIPPED = 0;
    private static final int COMMENTS_REFUSED = 1;
    private static final int COMMENTS_KEPT = 2;

    /** Closing characters of containers around the one that is skipped. */
    private byte[] closers = {};

    TextScanner(byte[] src, int from, int to, boolean countsChars, boolean asIonJava) {
        super(src, from, to, countsChars, asIonJava);
    }

    TextScanner(ByteFeed feed, boolean countsChars, boolean asIonJava) {
        super(feed, countsChars, asIonJava);
    }

    /** Skips white space and comments. Returns what stands there, which is not consumed, or -1 at the end. */
    final int skipBlank() {
        return skipBlank(COMMENTS_SKIPPED);
    }

    /** As {@link #skipBlank}, inside of a blob, where a slash is data. */
    final int skipLobBlank() {
        return skipBlank(COMMENTS_KEPT);
    }

    private int skipBlank(int comments) {
        byte[] src = buf;
        int p = pos;
        int end = limit;
        while (true) {
            if (p >= end) {
                pos = p;
                if (!more()) {
                    return -1;
                }
                src = buf;
                p = pos;
                end = limit;
            }
            int c = src[p];
            if (c > ' ') {
                pos = p;
                if (c != '/' || !isComment(comments)) {
                    return c;
                }
                src = buf;
                p = pos;
                end = limit;
            } else if (c == ' ' || c == '\n' || c == '\t' || c == '\r' || (c == 0x0B || c == 0x0C) && !asIonJava) {
                p++;
            } else {
                pos = p;
                return c & 0xFF;
            }
        }
    }

    /** Whether the slash at {@code pos} begins a comment, which is skipped then. */
    private boolean isComment(int comments) {
        if (comments == COMMENTS_KEPT) {
            return false;
        }
        int next = peek(1);
        if (next != '/' && next != '*') {
            return false;
        }
        if (comments == COMMENTS_REFUSED) {
            throw error("a comment cannot stand in a clob", pos + 2);
        }
        pos += 2;
        if (next == '/') {
            skipLineComment();
        } else {
            skipBlockComment();
        }
        return true;
    }

    private void skipLineComment() {
        while (true) {
            while (pos < limit) {
                byte c = buf[pos++];
                if (c == '\n') {
                    return;
                }
                if (c == '\r') {
                    pos += peek(0) == '\n' ? 1 : 0;
                    return;
                }
                if (c < 0 && !asIonJava) {
                    scalar(c & 0xFF);
                }
            }
            if (!more()) {
                return;
            }
        }
    }

    private void skipBlockComment() {
        byte before = 0;
        while (true) {
            while (pos < limit) {
                byte c = buf[pos++];
                if (c == '/' && before == '*') {
                    return;
                }
                if (c < 0 && !asIonJava) {
                    scalar(c & 0xFF);
                }
                before = c;
            }
            if (!more()) {
                throw error("a comment is not closed", limit);
            }
        }
    }

    /** Whether two more quotes stand at {@code pos}, behind a first one; they are consumed then. */
    final boolean twoQuotes() {
        if (peek(0) == '\'' && peek(1) == '\'') {
            pos += 2;
            return true;
        }
        return false;
    }

    /** Skips a quoted symbol, from behind its opening quote. */
    final void skipQuotedSymbol() {
        while (true) {
            skipPlain(Words.SINGLE_QUOTES);
            byte c = buf[pos++];
            if (c == '\'') {
                return;
            }
            if (c == '\\') {
                skipEscaped();
            }
        }
    }

    /** Skips a string in double quotes, from behind its opening quote. */
    final void skipString() {
        while (true) {
            skipPlain(Words.DOUBLE_QUOTES);
            byte c = buf[pos++];
            if (c == '"') {
                return;
            }
            if (c == '\\') {
                skipEscaped();
            } else if (c == '\n' || c == '\r') {
                pos--;
                peek(1);
                throw bad(pos);
            }
        }
    }

    /** Moves to the next byte that may matter in quotes. */
    private void skipPlain(long quotes) {
        while (true) {
            int p = pos;
            while (limit - p >= 8) {
                long found = Words.notPlain(Words.load(buf, p), quotes);
                if (found != 0) {
                    pos = p + Words.first(found);
                    return;
                }
                p += 8;
            }
            pos = p;
            if (p < limit) {
                return;
            }
            if (!more()) {
                throw unexpectedEnd();
            }
        }
    }

    /** Skips one character, or a line's end. */
    private void skipEscaped() {
        int c = peek(0);
        pos += c < 0 ? 0 : c == '\r' && peek(1) == '\n' ? 2 : 1;
    }

    /** Skips segments of a long string, from behind the first three quotes to what stands behind white space. */
    final void skipLongString() {
        skipLongString(COMMENTS_SKIPPED);
    }

    private void skipLongString(int comments) {
        while (true) {
            skipPlain(Words.SINGLE_QUOTES);
            byte c = buf[pos++];
            if (c == '\\') {
                skipEscaped();
            } else if (c == '\'' && twoQuotes() && !anotherSegment(comments)) {
                return;
            }
        }
    }

    /** Whether another segment of a long string follows; its opening quotes are consumed then. */
    final boolean anotherSegment(boolean clob) {
        return anotherSegment(clob ? COMMENTS_REFUSED : COMMENTS_SKIPPED);
    }

    private boolean anotherSegment(int comments) {
        if (skipBlank(comments) == '\'' && peek(1) == '\'' && peek(2) == '\'') {
            pos += 3;
            return true;
        }
        return false;
    }

    /** Skips a blob or clob, from behind what {@link #lobKind} consumed to behind its closing braces. */
    final void skipLob(int kind) {
        if (kind == LOB_BLOB) {
            skipBlob();
            return;
        }
        if (kind == LOB_SHORT_CLOB) {
            skipString();
        } else {
            skipLongString(COMMENTS_REFUSED);
        }
        closeClob();
    }

    private void skipBlob() {
        while (true) {
            int p = pos;
            while (limit - p >= 8) {
                long found = Words.closingBrace(Words.load(buf, p));
                if (found != 0) {
                    p += Words.first(found);
                    break;
                }
                p += 8;
            }
            while (p < limit && buf[p] != '}') {
                p++;
            }
            pos = p;
            if (p < limit) {
                pos++;
                closeBlob();
                return;
            }
            if (!more()) {
                throw unexpectedEnd();
            }
        }
    }

    /** Consumes the second brace behind a blob. */
    final void closeBlob() {
        int c = peek(0);
        if (c != '}') {
            peek(1);
            // ion-java takes the end of a line for that of the text here.
            throw c < 0 || c == '\n' || c == '\r' ? unexpectedEnd(behind(pos)) : bad(pos);
        }
        pos++;
    }

    /** Consumes white space and both braces behind a clob. */
    final void closeClob() {
        int c = skipBlank(COMMENTS_REFUSED);
        if (c != '}' || peek(1) != '}') {
            throw error("a clob is not closed by \"}}\"", pos);
        }
        pos += 2;
    }

    /** Finds out what begins behind two braces, and consumes its opening quotes. */
    final int lobKind() {
        int c = skipLobBlank();
        if (c == '"') {
            pos++;
            return LOB_SHORT_CLOB;
        }
        if (c == '\'' && peek(1) == '\'' && peek(2) == '\'') {
            pos += 3;
            return LOB_LONG_CLOB;
        }
        return LOB_BLOB;
    }

    /**
     * Skips the rest of a container, behind its closing character, without recursion. Closing characters of another
     * kind are not looked at.
     */
    final void skipContainer(int closer) {
        int depth = 0;
        while (true) {
            int c = skipToStructure();
            pos++;
            switch (c) {
                case '}', ']', ')' -> {
                    if (c == closer) {
                        if (depth == 0) {
                            return;
                        }
                        closer = closers[--depth];
                    }
                }
                case '"' -> skipString();
                case '\'' -> {
                    if (twoQuotes()) {
                        skipLongString();
                    } else {
                        skipQuotedSymbol();
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
                    if (peek(0) == '{') {
                        pos++;
                        skipLobInContainer();
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

    private void skipLobInContainer() {
        int kind = lobKind();
        if (kind == LOB_BLOB && peek(0) == '\'') {
            throw error("a clob does not begin with one quote", pos + 1);
        }
        skipLob(kind);
    }

    /** Moves to the next quote or bracket that is not in a comment, and returns it. */
    private int skipToStructure() {
        while (true) {
            byte[] src = buf;
            int p = pos;
            int end = limit;
            while (p < end && !Letters.isByte(src[p], Letters.STRUCTURE)) {
                p++;
            }
            pos = p;
            if (p == end) {
                if (!more()) {
                    throw unexpectedEnd();
                }
            } else if (src[p] != '/') {
                return src[p];
            } else if (!isComment(COMMENTS_SKIPPED)) {
                pos++;
            }
        }
    }
}
