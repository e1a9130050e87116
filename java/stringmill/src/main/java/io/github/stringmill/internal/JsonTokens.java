package io.github.stringmill.internal;

import io.github.stringmill.ErrorCode;
import io.github.stringmill.LoneSurrogates;
import io.github.stringmill.StringmillException;
import java.util.Arrays;

/**
 * Reads one JSON text in an array and reports its tokens in order. Standard: RFC 8259.
 *
 * <p>Checks first whether a token may come at its place, and then the token itself, so that the first error of a text
 * is the same in every language. Offsets of errors count from the start of the text.
 */
public abstract class JsonTokens {
    /** What may come next. */
    private enum Expect {
        VALUE, FIRST_VALUE, NAME, FIRST_NAME, COLON, AFTER_VALUE
    }

    /** Levels of arrays and objects by default. */
    public static final int DEPTH_MAX = 1024;

    private static final ByteDriver UNESCAPE = JsonUnescapeDriver.of(LoneSurrogates.REJECT);
    private static final int FIRST_LEVELS = 16;

    /** The array of the text. */
    protected final byte[] src;
    private final int from;
    private final int to;
    private final int depthMax;
    private int at;
    private Expect expect = Expect.VALUE;

    /** For each open container whether it is an object. */
    private boolean[] objects = new boolean[FIRST_LEVELS];
    private int depth;
    /** The unescaped text of strings with escapes. */
    private byte[] unescapedText = {};

    /**
     * A reader of {@code src[from, to)}.
     *
     * @param depthMax the most levels of arrays and objects
     */
    protected JsonTokens(byte[] src, int from, int to, int depthMax) {
        this.src = src;
        this.from = from;
        this.to = to;
        this.depthMax = depthMax;
        at = from;
    }

    /** Called before each token, and before an error at the end of the text. */
    protected void beforeToken() {}

    /** An array or object begins. */
    protected abstract void open(boolean isObject);

    /** The innermost array or object ends. */
    protected abstract void close(boolean isObject, boolean isEmpty);

    /** A comma in the innermost array or object. */
    protected abstract void comma(boolean inObject);

    /**
     * A string, or the name of a member: {@code src[start, end)} without the quotes.
     *
     * @param text null if the string has no escape; else an array that begins with its text
     * @param textLen the length of that text
     */
    protected abstract void string(boolean isName, int start, int end, byte[] text, int textLen);

    /** A number: {@code src[start, end)}. */
    protected abstract void number(int start, int end);

    /** {@code true}, {@code false} or {@code null}: {@code src[start, end)}. */
    protected abstract void word(int start, int end);

    /** The index after the last token. */
    protected final int at() {
        return at;
    }

    /** An error at an index of the array. */
    protected final StringmillException error(ErrorCode code, int index) {
        return new StringmillException(code, (long) index - from);
    }

    /**
     * Reads the text to its end.
     *
     * @throws StringmillException the first error of the text
     */
    protected final void read() {
        while (true) {
            while (at < to && isWhiteSpace(src[at])) {
                at++;
            }
            if (at == to) {
                break;
            }
            beforeToken();
            token(src[at]);
        }
        if (expect != Expect.AFTER_VALUE || depth > 0) {
            beforeToken();
            throw error(depth == 0 ? ErrorCode.JSON_VALUE_EXPECTED : ErrorCode.JSON_INCOMPLETE, at);
        }
    }

    private static boolean isWhiteSpace(byte one) {
        return one == ' ' || one == '\n' || one == '\r' || one == '\t';
    }

    /** Reads the token that begins with {@code first}. */
    private void token(byte first) {
        boolean isKnown = "{}[]:,\"-0123456789tfn".indexOf(first) >= 0;
        if (!isKnown && first < 0) {
            // An ill-formed character is no token.
            refuseAt(at);
        }
        if (at == from && to - from >= 3 && first == (byte) 0xEF && src[at + 1] == (byte) 0xBB
                && src[at + 2] == (byte) 0xBF) {
            throw error(ErrorCode.JSON_BYTE_ORDER_MARK, at);
        }
        switch (expect) {
            case COLON -> colon(first);
            case NAME, FIRST_NAME -> name(first);
            case AFTER_VALUE -> afterValue(first);
            default -> value(first, isKnown);
        }
    }

    /** Throws the error of the character at an index, if it is ill-formed. */
    private void refuseAt(int index) {
        byte[] one = new byte[4];
        int end = Math.min(index + one.length, to);
        long outcome = UNESCAPE.run(src, index, end, true, one, 0, one.length, null);
        if (Outcome.state(outcome) == Outcome.REFUSED && Outcome.read(outcome) == 0) {
            throw refusal(index);
        }
    }

    private StringmillException refusal(int index) {
        long refusal = UNESCAPE.refusal(src, index, to, true);
        return error(Refusal.code(refusal), Refusal.place(refusal));
    }

    private void colon(byte first) {
        if (first != ':') {
            throw error(ErrorCode.JSON_COLON_EXPECTED, at);
        }
        at++;
        expect = Expect.VALUE;
    }

    private void name(byte first) {
        if (first == '"') {
            string(true);
            expect = Expect.COLON;
        } else if (first == '}' && expect == Expect.FIRST_NAME) {
            close(true);
        } else {
            throw error(ErrorCode.JSON_STRING_EXPECTED, at);
        }
    }

    private void afterValue(byte first) {
        if (depth == 0) {
            throw error(ErrorCode.JSON_TRAILING, at);
        }
        boolean isObject = objects[depth - 1];
        if (first == ',') {
            comma(isObject);
            at++;
            expect = isObject ? Expect.NAME : Expect.VALUE;
        } else if (first == (isObject ? '}' : ']')) {
            close(false);
        } else {
            throw error(isObject ? ErrorCode.JSON_COMMA_EXPECTED : ErrorCode.JSON_BRACKET_EXPECTED, at);
        }
    }

    private void value(byte first, boolean isKnown) {
        if (first == ']' && expect == Expect.FIRST_VALUE) {
            close(true);
            return;
        }
        switch (first) {
            case '{', '[' -> open(first);
            case '"' -> string(false);
            case 't' -> word("true");
            case 'f' -> word("false");
            case 'n' -> word("null");
            case '}', ']', ':', ',' -> throw error(ErrorCode.JSON_VALUE_EXPECTED, at);
            default -> {
                if (!isKnown) {
                    throw error(ErrorCode.JSON_VALUE_EXPECTED, at);
                }
                number();
            }
        }
        if (first != '{' && first != '[') {
            expect = Expect.AFTER_VALUE;
        }
    }

    private void open(byte bracket) {
        if (depth == depthMax) {
            throw error(ErrorCode.LIMIT_DEPTH, at);
        }
        boolean isObject = bracket == '{';
        if (depth == objects.length) {
            objects = Arrays.copyOf(objects, 2 * depth);
        }
        objects[depth++] = isObject;
        open(isObject);
        at++;
        expect = isObject ? Expect.FIRST_NAME : Expect.FIRST_VALUE;
    }

    private void close(boolean isEmpty) {
        close(objects[--depth], isEmpty);
        at++;
        expect = Expect.AFTER_VALUE;
    }

    private void word(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (at + i == to) {
                throw error(ErrorCode.JSON_INCOMPLETE, at + i);
            }
            if (src[at + i] != word.charAt(i)) {
                throw error(ErrorCode.JSON_LITERAL_UNKNOWN, at + i);
            }
        }
        word(at, at + word.length());
        at += word.length();
    }

    private void number() {
        int first = src[at] == '-' ? at + 1 : at;
        int end = digits(first);
        if (src[first] == '0' && end > first + 1) {
            throw error(ErrorCode.NUMBER_LEADING_ZERO, first + 1);
        }
        if (end < to && src[end] == '.') {
            end = digits(end + 1);
        }
        if (end < to && (src[end] == 'e' || src[end] == 'E')) {
            boolean hasSign = end + 1 < to && (src[end + 1] == '+' || src[end + 1] == '-');
            end = digits(end + (hasSign ? 2 : 1));
        }
        number(at, end);
        at = end;
    }

    /** Returns the end of the digits at an index, of which there is at least one. */
    private int digits(int start) {
        int end = start;
        while (end < to && src[end] >= '0' && src[end] <= '9') {
            end++;
        }
        if (end == start) {
            throw error(start == to ? ErrorCode.JSON_INCOMPLETE : ErrorCode.NUMBER_DIGIT_EXPECTED, start);
        }
        return end;
    }

    private void string(boolean isName) {
        int start = at + 1;
        int end = start;
        boolean isPlain = true;
        while (end < to && src[end] != '"') {
            // Bytes above U+007F are negative.
            isPlain &= src[end] >= ' ' && src[end] != '\\';
            end += src[end] == '\\' ? 2 : 1;
        }
        if (isPlain && end < to) {
            string(isName, start, end, null, 0);
            at = end + 1;
            return;
        }
        // The quote shows that an escape before it is wrong, not incomplete.
        int stop = Math.min(end + 1, to);
        if (unescapedText.length < stop - start) {
            unescapedText = new byte[stop - start];
        }
        long outcome = UNESCAPE.run(src, start, stop, true, unescapedText, 0, stop - start, null);
        int read = Outcome.read(outcome);
        if (Outcome.state(outcome) != Outcome.QUOTE) {
            throw read == stop - start ? error(ErrorCode.STRING_UNTERMINATED, stop) : refusal(start + read);
        }
        int written = Outcome.written(outcome);
        string(isName, start, start + read, written == read ? null : unescapedText, written);
        at = start + read + 1;
    }
}
