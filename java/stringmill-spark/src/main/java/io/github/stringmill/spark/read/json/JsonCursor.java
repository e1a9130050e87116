package io.github.stringmill.spark.read.json;

import io.github.stringmill.ErrorCode;
import io.github.stringmill.LoneSurrogates;
import io.github.stringmill.Repairs;
import io.github.stringmill.Stringmill;
import io.github.stringmill.StringmillException;
import io.github.stringmill.internal.Words;
import io.github.stringmill.spark.read.rows.StringEnd;
import java.util.Arrays;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * A place in one JSON text, which moves over whole tokens and values, and checks all of them. Standard: RFC 8259.
 *
 * <p>The text is well-formed UTF-8. A zero byte follows it, and no token contains one, so loops do not compare with
 * the end. Strings without escapes are not copied.
 *
 * <p>The library has another reader of JSON, {@code JsonTokens}, for canonical JSON and conversion to Ion. It calls a
 * method for every token, and unescapes every string. In contrast, columns ask this cursor for values, and most bytes
 * of a record are skipped eight at a time.
 */
final class JsonCursor {
    private static final int DEPTH_MAX = 1024;

    private final LoneSurrogates surrogates;
    private final Repairs repairs = new Repairs();
    byte[] text;
    int at;
    private int start;
    private int end;

    /** The last string: its contents, and whether they have escapes. */
    int stringStart;
    int stringEnd;
    boolean escaped;

    /** The end of the last number, and whether it is an integer. */
    int numberEnd;
    boolean integer;

    /** The first error of the record: in its text, or a value that does not fit its column; null if there is none. */
    private ErrorCode error;
    private int errorAt;

    private int depth;
    /** Unescaped strings, which the row refers to until the next record. */
    private byte[] unescaped = new byte[256];
    private int unescapedLen;

    JsonCursor(LoneSurrogates surrogates) {
        this.surrogates = surrogates;
    }

    /** Goes to the start of a text, and overwrites {@code bytes[to]} with zero. */
    void begin(byte[] bytes, int from, int to) {
        text = bytes;
        at = from;
        start = from;
        end = to;
        bytes[to] = 0;
        error = null;
        depth = 0;
        unescapedLen = 0;
    }

    /** Returns the first error of the record, or null. */
    ErrorCode error() {
        return error;
    }

    /** Returns the index of the first error in the buffer. */
    int errorAt() {
        return errorAt;
    }

    /** Returns how many lone surrogates have been replaced so far. */
    long repairs() {
        return repairs.count();
    }

    /** Notes a value that does not fit its column. The parse continues. */
    void unfit(ErrorCode code, int place) {
        if (error == null) {
            error = code;
            errorAt = place;
        }
    }

    /** Ends the parse of the record. An error of the text takes precedence over that of a value. */
    JsonRefusal refuse(ErrorCode code, int place) {
        error = code;
        errorAt = place;
        return JsonRefusal.REFUSAL;
    }

    /** Ends the parse at a wrong byte, or at the end of the text if a byte is missing. */
    private JsonRefusal refuseHere(ErrorCode code) {
        if (at == end) {
            return refuse(depth == 0 ? ErrorCode.JSON_VALUE_EXPECTED : ErrorCode.JSON_INCOMPLETE, at);
        }
        boolean mark = at == start && text[at] == (byte) 0xEF && text[at + 1] == (byte) 0xBB
                && text[at + 2] == (byte) 0xBF;
        return refuse(mark ? ErrorCode.JSON_BYTE_ORDER_MARK : code, at);
    }

    /** Moves past white space, and returns the byte there; 0 at the end. */
    byte skipSpace() {
        byte next = text[at];
        while (next <= ' ' && (next == ' ' || next == '\n' || next == '\r' || next == '\t')) {
            next = text[++at];
        }
        return next;
    }

    /** Whether only white space is left. */
    boolean isBlank() {
        return skipSpace() == 0 && at == end;
    }

    /** Throws unless only white space is left. */
    void endOfText() {
        if (!isBlank()) {
            throw refuse(ErrorCode.JSON_TRAILING, at);
        }
    }

    /** Moves into an object. Returns false if it has no members; the cursor is then after it. */
    boolean enterObject() {
        return enter((byte) '}');
    }

    /** Moves into an array. Returns false if it has no elements; the cursor is then after it. */
    boolean enterArray() {
        return enter((byte) ']');
    }

    private boolean enter(byte close) {
        if (depth == DEPTH_MAX) {
            throw refuse(ErrorCode.LIMIT_DEPTH, at);
        }
        at++;
        depth++;
        if (skipSpace() == close) {
            at++;
            depth--;
            return false;
        }
        return true;
    }

    /** Moves past the comma to the next name. Returns false at the end of the object, and moves past it. */
    boolean nextMember() {
        byte next = skipSpace();
        at++;
        if (next == ',') {
            skipSpace();
            return true;
        }
        if (next != '}') {
            at--;
            throw refuseHere(ErrorCode.JSON_COMMA_EXPECTED);
        }
        depth--;
        return false;
    }

    /** Moves past the comma to the next element. Returns false at the end of the array, and moves past it. */
    boolean nextElement() {
        byte next = skipSpace();
        at++;
        if (next == ',') {
            skipSpace();
            return true;
        }
        if (next != ']') {
            at--;
            throw refuseHere(ErrorCode.JSON_BRACKET_EXPECTED);
        }
        depth--;
        return false;
    }

    /** Moves past a name and its colon to the value. The name is then available as the last string. */
    void name() {
        nameText();
        colon();
    }

    /** Moves past a name, which is then available as the last string. */
    void nameText() {
        if (text[at] != '"') {
            throw refuseHere(ErrorCode.JSON_STRING_EXPECTED);
        }
        string();
    }

    /** Moves past a colon to the value. */
    void colon() {
        if (skipSpace() != ':') {
            throw refuseHere(ErrorCode.JSON_COLON_EXPECTED);
        }
        at++;
        skipSpace();
    }

    /** Whether the text has at least this many bytes left. */
    boolean fits(int len) {
        return end - at >= len;
    }

    /** Moves past a string. */
    void string() {
        byte[] bytes = text;
        int place = at + 1;
        stringStart = place;
        escaped = false;
        while (true) {
            place = StringEnd.find(bytes, place);
            if (bytes[place] == '"') {
                stringEnd = place;
                at = place + 1;
                return;
            }
            if (bytes[place] != '\\') {
                throw refuseString();
            }
            escaped = true;
            place = escape(place);
        }
    }

    /** Returns the end of the escape at a backslash; of both escapes, if they are a surrogate pair. */
    private int escape(int backslash) {
        switch (text[backslash + 1]) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> {
                return backslash + 2;
            }
            case 'u' -> {
                int unit = hex(backslash + 2);
                if (unit < 0xD800 || unit > 0xDFFF) {
                    return backslash + 6;
                }
                boolean isPair = unit <= 0xDBFF && text[backslash + 6] == '\\' && text[backslash + 7] == 'u'
                        && (hex(backslash + 8) & 0xFC00) == 0xDC00;
                if (!isPair && surrogates == LoneSurrogates.REJECT) {
                    throw refuseString();
                }
                return backslash + (isPair ? 12 : 6);
            }
            default -> throw refuseString();
        }
    }

    /** Reads four hexadecimal digits. */
    private int hex(int from) {
        int unit = 0;
        for (int place = from; place < from + 4; place++) {
            int digit = Character.digit(text[place], 16);
            if (digit < 0) {
                throw refuseString();
            }
            unit = unit << 4 | digit;
        }
        return unit;
    }

    /** Ends the parse at the first error of the last string. The kernel for strings finds the error. */
    private JsonRefusal refuseString() {
        int to = stringStart;
        while (to < end && text[to] != '"') {
            to += text[to] == '\\' ? 2 : 1;
        }
        // Includes the quote, so the kernel reports a wrong escape before it, not an incomplete one.
        to = Math.min(to + 1, end);
        try {
            Stringmill.jsonUnescape(surrogates, Arrays.copyOfRange(text, stringStart, to));
        } catch (StringmillException e) {
            if (e.code() != ErrorCode.QUOTE_UNESCAPED) {
                return refuse(e.code(), stringStart + (int) e.offset());
            }
        }
        return refuse(ErrorCode.STRING_UNTERMINATED, to);
    }

    /** Returns the text of the last string, which is valid until the next record. */
    UTF8String stringText() {
        int len = stringEnd - stringStart;
        if (!escaped) {
            return UTF8String.fromBytes(text, stringStart, len);
        }
        if (unescaped.length - unescapedLen < len) {
            // Earlier strings of the record still refer to the old array.
            unescaped = new byte[Math.max(unescaped.length, len) * 2];
            unescapedLen = 0;
        }
        int written;
        try {
            written = Stringmill.jsonUnescape(surrogates, text, stringStart, len, unescaped, unescapedLen,
                    unescaped.length - unescapedLen, repairs);
        } catch (StringmillException e) {
            throw refuse(e.code(), stringStart + (int) e.offset());
        }
        UTF8String result = UTF8String.fromBytes(unescaped, unescapedLen, written);
        unescapedLen += written;
        return result;
    }

    /** Moves past any value. */
    void skipValue() {
        switch (text[at]) {
            case '"' -> string();
            case '{' -> skipObject();
            case '[' -> skipArray();
            default -> skipScalar();
        }
    }

    /** Moves past a number or a literal. */
    private void skipScalar() {
        switch (text[at]) {
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number();
            case 't' -> literal("true");
            case 'f' -> literal("false");
            case 'n' -> literal("null");
            default -> throw refuseHere(ErrorCode.JSON_VALUE_EXPECTED);
        }
    }

    private void skipObject() {
        if (enterObject()) {
            do {
                name();
                skipValue();
            } while (nextMember());
        }
    }

    private void skipArray() {
        if (enterArray()) {
            do {
                skipValue();
            } while (nextElement());
        }
    }

    /** Moves past a literal. */
    void literal(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (text[at + i] != word.charAt(i)) {
                throw at + i == end ? refuse(ErrorCode.JSON_INCOMPLETE, end)
                        : refuse(ErrorCode.JSON_LITERAL_UNKNOWN, at + i);
            }
        }
        at += word.length();
    }

    /** Moves past a number. */
    void number() {
        byte[] bytes = text;
        int first = bytes[at] == '-' ? at + 1 : at;
        int place = digits(first);
        if (bytes[first] == '0' && place > first + 1) {
            throw refuse(ErrorCode.NUMBER_LEADING_ZERO, first + 1);
        }
        integer = true;
        if (bytes[place] == '.') {
            integer = false;
            place = digits(place + 1);
        }
        if ((bytes[place] | 0x20) == 'e') {
            integer = false;
            place = digits(place + (bytes[place + 1] == '+' || bytes[place + 1] == '-' ? 2 : 1));
        }
        numberEnd = place;
        at = place;
    }

    private int digits(int from) {
        int place = from;
        while (text[place] >= '0' && text[place] <= '9') {
            place++;
        }
        if (place == from) {
            throw from == end ? refuse(ErrorCode.JSON_INCOMPLETE, from)
                    : refuse(ErrorCode.NUMBER_DIGIT_EXPECTED, from);
        }
        return place;
    }
}
