package io.github.stringmill.ion.writer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes brackets and separators: commas, blanks, line breaks and indentation. */
final class Layout {
    private static final byte LIST = ']';
    private static final byte SEXP = ')';
    private static final byte STRUCT = '}';

    private static final int INDENT = 2;

    /** Replaces a separator that has several characters, or that is also written before the first value. */
    private static final byte ELABORATE = 0;

    private final TextOutput out;
    private final boolean pretty;
    private final boolean json;
    private final byte[] newLine;

    /** Whether each value at top level has its own line; otherwise blanks separate them. */
    private final boolean topLevelOnNewLines;

    /** The number of open containers. */
    private int depth;

    /** The closing bracket of each open container, the outermost at 1. */
    private byte[] brackets = new byte[16];

    /** Whether a value came before each open container, in the one around it. */
    private boolean[] hadValue = new boolean[16];

    /** The closing bracket of the innermost open container; 0 at top level. */
    private byte bracket;

    /** The separator of its values, or {@link #ELABORATE}. */
    private byte separator;

    /** Whether a value came before the next one in the same container. */
    private boolean follows;

    /** Whether only white space was written after a long string: another one would become part of it. */
    private boolean followsLongString;

    Layout(TextOutput out, TextOptions options) {
        this.out = out;
        this.pretty = options.pretty();
        this.json = options.json();
        this.newLine = options.newLine().getBytes(StandardCharsets.US_ASCII);
        this.topLevelOnNewLines = options.topLevelOnNewLines();
        this.separator = separator();
    }

    int depth() {
        return depth;
    }

    boolean isInStruct() {
        return bracket == STRUCT;
    }

    boolean isInSexp() {
        return bracket == SEXP;
    }

    boolean followsLongString() {
        return followsLongString;
    }

    /** Whether at most a comma is written before a field name. */
    boolean isInPlainStruct() {
        return bracket == STRUCT && !pretty;
    }

    /** As {@link #separate()} in such a struct, into a reserved byte. Returns the index after it. */
    int separateFields(byte[] bytes, int at) {
        if (!follows) {
            return at;
        }
        bytes[at] = ',';
        return at + 1;
    }

    /** Writes the separator before a value. */
    void separate() throws IOException {
        if (separator == ELABORATE) {
            separateElaborately();
        } else if (follows) {
            out.put((char) separator);
            followsLongString &= separator == ' ';
        }
    }

    private void separateElaborately() throws IOException {
        if (follows && (bracket == LIST || bracket == STRUCT)) {
            out.put(',');
            followsLongString = false;
        }
        if (pretty) {
            breakLine();
        } else if (follows) {
            out.put(newLine);
        }
    }

    /** The separator for the innermost container. */
    private byte separator() {
        if (pretty || bracket == 0 && topLevelOnNewLines) {
            return ELABORATE;
        }
        return (byte) (bracket == LIST || bracket == STRUCT ? ',' : ' ');
    }

    private void breakLine() throws IOException {
        out.put(newLine);
        out.putTimes(' ', INDENT * depth);
    }

    /** Begins a field name or annotations before the value. */
    void beginPrefix() {
        followsLongString = false;
    }

    /** Ends a value. */
    void endValue() {
        follows = true;
        followsLongString = false;
    }

    /** Ends a value that is a long string. */
    void endLongString() {
        follows = true;
        followsLongString = true;
    }

    void openList() throws IOException {
        open('[', LIST);
    }

    void openSexp() throws IOException {
        if (json) {
            openList();
        } else {
            open('(', SEXP);
        }
    }

    void openStruct() throws IOException {
        open('{', STRUCT);
    }

    private void open(char opening, byte closing) throws IOException {
        if (++depth == brackets.length) {
            brackets = Arrays.copyOf(brackets, 2 * depth);
            hadValue = Arrays.copyOf(hadValue, 2 * depth);
        }
        brackets[depth] = closing;
        hadValue[depth] = follows;
        bracket = closing;
        separator = separator();
        out.put(opening);
        follows = false;
        followsLongString = false;
    }

    /** Closes the innermost container, of which there must be one. */
    void close() throws IOException {
        byte closing = bracket;
        follows = hadValue[depth];
        bracket = brackets[--depth];
        separator = separator();
        if (pretty) {
            breakLine();
        }
        out.put((char) closing);
    }
}
