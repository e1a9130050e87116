package io.github.stringmill;

import io.github.stringmill.internal.ByteDriver;
import io.github.stringmill.internal.EcmascriptNumber;
import io.github.stringmill.internal.JsonUnescapeDriver;
import io.github.stringmill.internal.Outcome;
import io.github.stringmill.internal.Refusal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads a JSON text and keeps the canonical text of its tokens, with the members of objects in the order of the input;
 * {@link CanonicalMembers} has their order. Standard: RFC 8259, RFC 8785.
 *
 * <p>A token is judged by its place first, and then for itself, so that the first error of a text is the same in every
 * language.
 */
final class CanonicalText {
    /** What may come next. */
    private enum Expect {
        VALUE, FIRST_VALUE, NAME, FIRST_NAME, COLON, AFTER_VALUE
    }

    /** Levels of arrays and objects by default. */
    static final int DEPTH_MAX = 1024;

    private static final ByteDriver UNESCAPE = JsonUnescapeDriver.of(LoneSurrogates.REJECT);
    private static final ByteDriver ESCAPE = JsonEscape.of(Profile.of("jcs")).utf8;
    private static final int NONE = -1;

    private final byte[] src;
    private final int depthMax;
    private int at;
    private Expect expect = Expect.VALUE;

    private byte[] text;
    private int len;
    private final CanonicalMembers members = new CanonicalMembers();
    /** Kinds of the open containers: whether each is an object. */
    private final List<Boolean> open = new ArrayList<>();
    /** The unescaped text of the last string with escapes. */
    private byte[] unescaped = {};

    /** A number that exceeds every double, if one was read, and its end. An error at its end comes first. */
    private int overflow = NONE;
    private int overflowEnd;

    private CanonicalText(byte[] src, int depthMax) {
        this.src = src;
        this.depthMax = depthMax;
        this.text = new byte[Math.min(Integer.MAX_VALUE - 8, src.length + 32)];
    }

    /** Returns the canonical form of a text of at most {@code depthMax} levels. */
    static byte[] of(byte[] src, int depthMax) {
        CanonicalText reader = new CanonicalText(src, depthMax);
        reader.read();
        return reader.members.written(reader.text, reader.len);
    }

    private void read() {
        while (true) {
            while (at < src.length && isWhiteSpace(src[at])) {
                at++;
            }
            if (at == src.length) {
                break;
            }
            checkOverflow();
            token(src[at]);
        }
        if (expect != Expect.AFTER_VALUE || !open.isEmpty()) {
            checkOverflow();
            throw error(open.isEmpty() ? ErrorCode.JSON_VALUE_EXPECTED : ErrorCode.JSON_INCOMPLETE, at);
        }
        if (overflow != NONE) {
            throw error(ErrorCode.NUMBER_OVERFLOW, overflow);
        }
        if (members.repeated() != NONE) {
            throw error(ErrorCode.NAME_REPEATED, members.repeated());
        }
    }

    private static boolean isWhiteSpace(byte one) {
        return one == ' ' || one == '\n' || one == '\r' || one == '\t';
    }

    private void checkOverflow() {
        if (overflow != NONE && at > overflowEnd) {
            throw error(ErrorCode.NUMBER_OVERFLOW, overflow);
        }
    }

    private static StringmillException error(ErrorCode code, int offset) {
        return new StringmillException(code, offset);
    }

    /** Reads the token that begins with {@code first}. */
    private void token(byte first) {
        boolean isKnown = "{}[]:,\"-0123456789tfn".indexOf(first) >= 0;
        if (!isKnown && first < 0) {
            // An ill-formed character is no token.
            refuseAt(at);
        }
        if (at == 0 && src.length >= 3 && first == (byte) 0xEF && src[1] == (byte) 0xBB && src[2] == (byte) 0xBF) {
            throw error(ErrorCode.JSON_BYTE_ORDER_MARK, 0);
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
        int to = Math.min(index + one.length, src.length);
        long outcome = UNESCAPE.run(src, index, to, true, one, 0, one.length, null);
        if (Outcome.state(outcome) == Outcome.REFUSED && Outcome.read(outcome) == 0) {
            throw refused(index);
        }
    }

    private StringmillException refused(int index) {
        long refusal = UNESCAPE.refusal(src, index, src.length, true);
        return error(Refusal.code(refusal), Refusal.place(refusal));
    }

    private void colon(byte first) {
        if (first != ':') {
            throw error(ErrorCode.JSON_COLON_EXPECTED, at);
        }
        take(first);
        expect = Expect.VALUE;
    }

    private void name(byte first) {
        if (first == '"') {
            int start = len;
            int offset = at;
            boolean hasEscape = string();
            members.add(text, start, len, hasEscape ? unescaped : null, offset);
            expect = Expect.COLON;
        } else if (first == '}' && expect == Expect.FIRST_NAME) {
            close(first);
        } else {
            throw error(ErrorCode.JSON_STRING_EXPECTED, at);
        }
    }

    private void afterValue(byte first) {
        if (open.isEmpty()) {
            throw error(ErrorCode.JSON_TRAILING, at);
        }
        boolean isObject = open.get(open.size() - 1);
        if (first == ',') {
            if (isObject) {
                members.end(len);
            }
            take(first);
            expect = isObject ? Expect.NAME : Expect.VALUE;
        } else if (first == (isObject ? '}' : ']')) {
            if (isObject) {
                members.end(len);
            }
            close(first);
        } else {
            throw error(isObject ? ErrorCode.JSON_COMMA_EXPECTED : ErrorCode.JSON_BRACKET_EXPECTED, at);
        }
    }

    private void value(byte first, boolean isKnown) {
        if (first == ']' && expect == Expect.FIRST_VALUE) {
            close(first);
            return;
        }
        switch (first) {
            case '{', '[' -> open(first);
            case '"' -> string();
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
        if (open.size() == depthMax) {
            throw error(ErrorCode.LIMIT_DEPTH, at);
        }
        boolean isObject = bracket == '{';
        if (isObject) {
            members.open(len);
        }
        open.add(isObject);
        take(bracket);
        expect = isObject ? Expect.FIRST_NAME : Expect.FIRST_VALUE;
    }

    private void close(byte bracket) {
        take(bracket);
        open.remove(open.size() - 1);
        if (bracket == '}') {
            members.close(len);
        }
        expect = Expect.AFTER_VALUE;
    }

    private void word(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (at + i == src.length) {
                throw error(ErrorCode.JSON_INCOMPLETE, at + i);
            }
            if (src[at + i] != word.charAt(i)) {
                throw error(ErrorCode.JSON_LITERAL_UNKNOWN, at + i);
            }
        }
        copy(at, at + word.length());
        at += word.length();
    }

    private void number() {
        int first = src[at] == '-' ? at + 1 : at;
        int end = digits(first);
        if (src[first] == '0' && end > first + 1) {
            throw error(ErrorCode.NUMBER_LEADING_ZERO, first + 1);
        }
        if (end < src.length && src[end] == '.') {
            end = digits(end + 1);
        }
        if (end < src.length && (src[end] == 'e' || src[end] == 'E')) {
            boolean hasSign = end + 1 < src.length && (src[end + 1] == '+' || src[end + 1] == '-');
            end = digits(end + (hasSign ? 2 : 1));
        }
        if (EcmascriptNumber.isSame(src, at, end)) {
            copy(at, end);
        } else {
            double value = EcmascriptNumber.read(src, at, end);
            if (Double.isInfinite(value)) {
                overflow = at;
                overflowEnd = end;
            } else {
                room(EcmascriptNumber.LEN_MAX);
                len = EcmascriptNumber.write(value, text, len);
            }
        }
        at = end;
    }

    /** Returns the end of the digits at an index, of which there is at least one. */
    private int digits(int from) {
        int end = from;
        while (end < src.length && src[end] >= '0' && src[end] <= '9') {
            end++;
        }
        if (end == from) {
            throw error(from == src.length ? ErrorCode.JSON_INCOMPLETE : ErrorCode.NUMBER_DIGIT_EXPECTED, from);
        }
        return end;
    }

    /** Reads a string, and returns whether it has escapes; {@link #unescaped} then has its text and nothing else. */
    private boolean string() {
        int from = at + 1;
        int end = from;
        boolean isPlain = true;
        while (end < src.length && src[end] != '"') {
            // Bytes above U+007F are negative.
            isPlain &= src[end] >= ' ' && src[end] != '\\';
            end += src[end] == '\\' ? 2 : 1;
        }
        if (isPlain && end < src.length) {
            copy(at, end + 1);
            at = end + 1;
            return false;
        }
        // The quote shows that an escape before it is wrong, not incomplete.
        int to = Math.min(end + 1, src.length);
        byte[] dst = new byte[to - from];
        long outcome = UNESCAPE.run(src, from, to, true, dst, 0, dst.length, null);
        int read = Outcome.read(outcome);
        if (Outcome.state(outcome) != Outcome.QUOTE) {
            throw read == to - from ? error(ErrorCode.STRING_UNTERMINATED, to) : refused(from + read);
        }
        at = from + read + 1;
        int written = Outcome.written(outcome);
        if (written == read) {
            copy(from - 1, at);
            return false;
        }
        unescaped = Arrays.copyOf(dst, written);
        put((byte) '"');
        // An escape that stays is as short as any.
        room(read + 1);
        len += Outcome.written(ESCAPE.run(unescaped, 0, written, true, text, len, text.length, null));
        put((byte) '"');
        return true;
    }

    /** Moves a token of one byte to the text. */
    private void take(byte token) {
        put(token);
        at++;
    }

    private void put(byte one) {
        room(1);
        text[len++] = one;
    }

    private void copy(int from, int to) {
        room(to - from);
        System.arraycopy(src, from, text, len, to - from);
        len += to - from;
    }

    private void room(int more) {
        if (text.length - len < more) {
            text = CanonicalMembers.longer(text, (long) len + more);
        }
    }
}
