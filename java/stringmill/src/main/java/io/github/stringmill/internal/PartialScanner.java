package io.github.stringmill.internal;

import io.github.stringmill.ErrorCode;
import io.github.stringmill.internal.PartialGrammar.State;
import io.github.stringmill.internal.PartialRules.Around;
import java.util.BitSet;
import java.util.regex.Pattern;

/**
 * The tokens of a text that arrives in pieces, and its first error. Standard: RFC 8259, and docs/bytes.md, "The value so far".
 *
 * <p>One state, one pass: looks at each code unit once, and keeps only the number in progress. Some texts are refused after the place
 * of their error, such as at the second half of a pair: that place is marked.
 */
final class PartialScanner {
    private static final Pattern FENCE = Pattern.compile("```(?:json|JSON)?[ \t]?\r?\n");
    private static final Pattern FENCE_BEGUN =
            Pattern.compile("`{1,3}|```(?:js?|jso|JS?|JSO)|```(?:json|JSON)?[ \t]?\r?");

    /** The capacity of a number that is kept for the next one. */
    private static final int TOKEN_KEPT = 4096;

    final PartialPosition position = new PartialPosition();
    private final PartialTokens tokens;
    private final PartialRules rules;
    private State state;

    /** The current text: {@code units[start, end)}. */
    private char[] units;
    private int start;
    private int end;

    /** The start of the current escape, number or fence, and of the current name. */
    private final PartialPosition.Mark mark = new PartialPosition.Mark();
    private final PartialPosition.Mark nameMark = new PartialPosition.Mark();

    /** For each open container whether it is an array. */
    private final BitSet arrays = new BitSet();
    private int depth;

    /** The number or fence in progress. */
    private final StringBuilder token = new StringBuilder();
    private String word;
    private int matched;
    private int digits;
    private boolean isName;
    private long stringLength;
    private int hex;
    private int hexLength;
    private char high;
    private final char[] pair = new char[2];
    private boolean isFenced;

    /** Whether no unit of the JSON text was read, including white space. */
    private boolean isStart = true;
    /** Whether the outermost value has ended. */
    private boolean isWhole;
    private long skippedBefore;
    private long skippedAfter;

    PartialScanner(PartialTokens tokens, PartialRules rules) {
        this.tokens = tokens;
        this.rules = rules;
        state = rules.around() == Around.TEXT ? State.BEFORE : State.VALUE;
    }

    /** Whether the next unit is outside of the JSON text, and may be any. */
    boolean isOutside() {
        return state == State.BEFORE || state == State.AFTER;
    }

    /** Whether any unit beyond ASCII is an error whose place is known. */
    boolean needsAscii() {
        return state.compareTo(State.ESCAPE) >= 0 || state == State.IN_NUMBER && digits % 2 == 0;
    }

    boolean isWhole() {
        return isWhole;
    }

    long skippedBefore() {
        return skippedBefore;
    }

    long skippedAfter() {
        return skippedAfter;
    }

    /** Reads {@code text[from, to)}, which does not end inside a pair of surrogates. */
    void read(char[] text, int from, int to) {
        units = text;
        start = from;
        end = to;
        for (int at = from; at < to;) {
            at = step(at);
        }
        mark.keep(position, text, from);
        nameMark.keep(position, text, from);
        position.pass(text, from, to);
        start = to;
    }

    /** Passes bytes outside of the value, and returns the index after them. */
    int passOutside(byte[] bytes, int from, int to) {
        int at = from;
        int count = 0;
        boolean isBefore = state == State.BEFORE;
        for (; at < to && !(isBefore && (bytes[at] == '[' || bytes[at] == '{')); at++) {
            count += PartialGrammar.isWhite(bytes[at]) ? 0 : 1;
        }
        skip(count);
        position.passBytes(bytes, from, at);
        if (at < to) {
            state = State.VALUE;
        }
        return at;
    }

    /** Handles the end of the text. */
    void end() {
        start = end;
        switch (state) {
            // The closing fence may be incomplete or absent.
            case AFTER, CLOSING_FENCE -> {
                return;
            }
            case AFTER_VALUE -> {
                if (depth == 0) {
                    return;
                }
            }
            case IN_NUMBER -> {
                if (depth == 0 && digits % 2 == 1) {
                    endNumber();
                    return;
                }
            }
            case IN_STRING -> throw fail(ErrorCode.STRING_UNTERMINATED, position.here());
            case ESCAPE, HEX, LOW_BACKSLASH, LOW_U ->
                throw fail(high > 0 ? ErrorCode.SURROGATE_LONE : ErrorCode.ESCAPE_INCOMPLETE, marked(mark));
            case OPENING_FENCE -> throw fail(ErrorCode.JSON_VALUE_EXPECTED, marked(mark));
            case VALUE, BEFORE -> {
                if (depth == 0) {
                    throw fail(ErrorCode.JSON_VALUE_EXPECTED, position.here());
                }
            }
            default -> { }
        }
        throw fail(ErrorCode.JSON_INCOMPLETE, position.here());
    }

    PartialRefusal fail(ErrorCode code, PartialPlace place) {
        return new PartialRefusal(code, place, position.isBytes);
    }

    private PartialPlace marked(PartialPosition.Mark at) {
        return at.of(position, units, start);
    }

    /** Returns the error of the unit at an index; of a lone surrogate, that no text may have one. */
    private PartialRefusal refuse(ErrorCode code, int at) {
        return fail(isLone(at) ? ErrorCode.UTF16_SURROGATE_LONE : code, position.at(units, start, at));
    }

    /** As {@link #refuse}, for an error that began at the mark. */
    private PartialRefusal refuseMark(ErrorCode code, int at) {
        return isLone(at) ? refuse(code, at) : fail(code, marked(mark));
    }

    private boolean isLone(int at) {
        char unit = units[at];
        return Character.isSurrogate(unit)
                && !(Character.isHighSurrogate(unit) && at + 1 < end && Character.isLowSurrogate(units[at + 1]));
    }

    private int step(int at) {
        return switch (state) {
            case IN_STRING -> string(at);
            case IN_NUMBER -> number(at, at);
            case IN_WORD -> word(at);
            case ESCAPE -> escape(at);
            case HEX -> hexDigit(at);
            case LOW_BACKSLASH -> low(at, '\\', State.LOW_U);
            case LOW_U -> low(at, 'u', State.HEX);
            case BEFORE, AFTER -> outside(at);
            case OPENING_FENCE -> openingFence(at);
            case CLOSING_FENCE -> closingFence(at);
            default -> structure(at);
        };
    }

    private int structure(int at) {
        char unit = units[at];
        boolean isFirst = isStart;
        isStart = false;
        if (PartialGrammar.isWhite(unit)) {
            return at + 1;
        }
        switch (state) {
            case BEFORE_COLON -> {
                if (unit != ':') {
                    throw refuse(ErrorCode.JSON_COLON_EXPECTED, at);
                }
                state = State.VALUE;
                return at + 1;
            }
            case AFTER_VALUE -> {
                return afterValue(unit, at);
            }
            case NAME, FIRST_NAME -> {
                if (unit == '}' && state == State.FIRST_NAME) {
                    return close(at);
                }
                if (unit != '"') {
                    throw refuse(ErrorCode.JSON_STRING_EXPECTED, at);
                }
                return beginString(true, at);
            }
            default -> {
                if (unit == ']' && state == State.FIRST_VALUE) {
                    return close(at);
                }
                if (unit == '\uFEFF' && isFirst) {
                    throw refuse(ErrorCode.JSON_BYTE_ORDER_MARK, at);
                }
                return value(unit, at);
            }
        }
    }

    private int value(char unit, int at) {
        switch (unit) {
            case '"' -> {
                return beginString(false, at);
            }
            case '{', '[' -> {
                return open(unit == '[', at);
            }
            case 't', 'f', 'n' -> {
                word = unit == 't' ? "true" : unit == 'f' ? "false" : "null";
                matched = 1;
                state = State.IN_WORD;
                return at + 1;
            }
            case '`' -> {
                // Before a value at depth 0 there can only be white space.
                if (rules.around() == Around.FENCE && !isFenced && depth == 0) {
                    mark.set(at);
                    token.setLength(0);
                    state = State.OPENING_FENCE;
                    return at;
                }
            }
            default -> {
                if (unit == '-' || PartialGrammar.isDigit(unit)) {
                    digits = unit == '-' ? PartialGrammar.MINUS_SIGN
                            : unit == '0' ? PartialGrammar.FIRST_ZERO : PartialGrammar.INTEGER;
                    token.setLength(0);
                    mark.set(at);
                    state = State.IN_NUMBER;
                    return number(at + 1, at);
                }
            }
        }
        throw refuse(ErrorCode.JSON_VALUE_EXPECTED, at);
    }

    private int open(boolean isArray, int at) {
        if (depth >= rules.depthMax()) {
            throw refuse(ErrorCode.LIMIT_DEPTH, at);
        }
        tokens.open(isArray);
        arrays.set(depth++, isArray);
        state = isArray ? State.FIRST_VALUE : State.FIRST_NAME;
        return at + 1;
    }

    private int afterValue(char unit, int at) {
        if (unit == '`' && depth == 0 && isFenced) {
            mark.set(at);
            matched = 0;
            state = State.CLOSING_FENCE;
            return at;
        }
        ErrorCode code = afterValueCode(unit);
        if (code != null) {
            throw refuse(code, at);
        }
        if (unit != ',') {
            return close(at);
        }
        state = inArray() ? State.VALUE : State.NAME;
        return at + 1;
    }

    private boolean inArray() {
        return arrays.get(depth - 1);
    }

    /** Returns the error of a unit after a value; null if it is a comma or the end of the container. */
    private ErrorCode afterValueCode(char unit) {
        if (depth == 0) {
            return ErrorCode.JSON_TRAILING;
        }
        if (unit == ',' || unit == (inArray() ? ']' : '}')) {
            return null;
        }
        return inArray() ? ErrorCode.JSON_BRACKET_EXPECTED : ErrorCode.JSON_COMMA_EXPECTED;
    }

    private int close(int at) {
        depth--;
        tokens.close();
        valueEnded();
        return at + 1;
    }

    private void valueEnded() {
        isWhole = depth == 0;
        state = isWhole && rules.around() == Around.TEXT ? State.AFTER : State.AFTER_VALUE;
    }

    private int word(int from) {
        int at = from;
        for (; matched < word.length(); matched++, at++) {
            if (at == end) {
                return at;
            }
            if (units[at] != word.charAt(matched)) {
                throw refuse(ErrorCode.JSON_LITERAL_UNKNOWN, at);
            }
        }
        tokens.word(word.charAt(0));
        valueEnded();
        return at;
    }

    /** Continues a number. Its part from {@code from} on is not in the token yet. */
    private int number(int first, int from) {
        int at = first;
        int now = digits;
        for (; at < end; at++) {
            int next = PartialGrammar.digitsAfter(now, units[at]);
            if (next < 0) {
                break;
            }
            now = next;
        }
        digits = now;
        token.append(units, from, at - from);
        if (at == end) {
            return at;
        }
        char unit = units[at];
        if (now == PartialGrammar.FIRST_ZERO && PartialGrammar.isDigit(unit)) {
            throw refuse(ErrorCode.NUMBER_LEADING_ZERO, at);
        }
        if (now % 2 == 0) {
            throw refuse(ErrorCode.NUMBER_DIGIT_EXPECTED, at);
        }
        // A refused unit does not end a number.
        ErrorCode code = PartialGrammar.isWhite(unit) ? null : afterValueCode(unit);
        if (code != null) {
            throw refuse(code, at);
        }
        endNumber();
        return at;
    }

    private void endNumber() {
        if (!tokens.number(token.toString(), digits == PartialGrammar.INTEGER || digits == PartialGrammar.FIRST_ZERO)) {
            throw fail(ErrorCode.NUMBER_OVERFLOW, marked(mark));
        }
        mark.clear();
        if (token.capacity() > TOKEN_KEPT) {
            token.setLength(0);
            token.trimToSize();
        }
        valueEnded();
    }

    private int beginString(boolean isNameOfMember, int at) {
        if (isNameOfMember && rules.uniqueNames()) {
            nameMark.set(at);
        }
        isName = isNameOfMember;
        stringLength = 0;
        tokens.beginString(isName);
        state = State.IN_STRING;
        return at + 1;
    }

    private int string(int from) {
        int at = from;
        char unit = 0;
        for (; at < end; at++) {
            unit = units[at];
            if (unit == '"' || unit == '\\' || unit < ' ') {
                break;
            }
            if (Character.isSurrogate(unit)) {
                if (isLone(at)) {
                    break;
                }
                at++;
            }
        }
        plain(from, at);
        if (at == end) {
            return at;
        }
        if (unit == '"') {
            endString();
            return at + 1;
        }
        if (unit != '\\') {
            throw refuse(ErrorCode.CONTROL_UNESCAPED, at);
        }
        mark.set(at);
        high = 0;
        state = State.ESCAPE;
        return at + 1;
    }

    /** Handles characters without escapes. */
    private void plain(int from, int to) {
        if (rules.stringMax() < Long.MAX_VALUE) {
            for (int at = from, next; at < to; at = next) {
                next = Character.isHighSurrogate(units[at]) ? at + 2 : at + 1;
                int length = position.isBytes ? PartialPosition.utf8Length(units, at, next) : next - at;
                if (stringLength + length > rules.stringMax()) {
                    tokens.text(units, from, at);
                    throw refuse(ErrorCode.LIMIT_STRING_LEN, at);
                }
                stringLength += length;
            }
        }
        if (to > from) {
            tokens.text(units, from, to);
        }
    }

    private void endString() {
        if (!isName) {
            tokens.endString();
            valueEnded();
            return;
        }
        if (tokens.endName() && rules.uniqueNames()) {
            throw fail(ErrorCode.NAME_REPEATED, marked(nameMark));
        }
        nameMark.clear();
        state = State.BEFORE_COLON;
    }

    private int escape(int at) {
        if (units[at] == 'u') {
            hex = 0;
            hexLength = 0;
            state = State.HEX;
            return at + 1;
        }
        pair[0] = PartialGrammar.escaped(units[at]);
        if (pair[0] == 0) {
            throw refuseMark(ErrorCode.ESCAPE_UNKNOWN, at);
        }
        return unescaped(1, 2, at);
    }

    private int hexDigit(int at) {
        int digit = PartialGrammar.hexDigit(units[at]);
        if (digit < 0) {
            throw refuseMark(high > 0 ? ErrorCode.SURROGATE_LONE : ErrorCode.ESCAPE_HEX, at);
        }
        hex = hex << 4 | digit;
        if (++hexLength < 4) {
            return at + 1;
        }
        char unit = (char) hex;
        if (Character.isLowSurrogate(unit) != high > 0) {
            throw refuseMark(ErrorCode.SURROGATE_LONE, at);
        }
        if (high > 0) {
            pair[0] = high;
            pair[1] = unit;
            return unescaped(2, 12, at);
        }
        if (!Character.isHighSurrogate(unit)) {
            pair[0] = unit;
            return unescaped(1, 6, at);
        }
        high = unit;
        hex = 0;
        hexLength = 0;
        state = State.LOW_BACKSLASH;
        return at + 1;
    }

    /** Handles the unit after the escape of a high surrogate. */
    private int low(int at, char unit, State next) {
        if (units[at] != unit) {
            throw refuseMark(ErrorCode.SURROGATE_LONE, at);
        }
        state = next;
        return at + 1;
    }

    /** Handles an escape of {@code length} units that ends at an index, and means the first {@code count} of the pair. */
    private int unescaped(int count, int length, int at) {
        stringLength += length;
        if (stringLength > rules.stringMax()) {
            throw fail(ErrorCode.LIMIT_STRING_LEN, marked(mark));
        }
        mark.clear();
        tokens.text(pair, 0, count);
        state = State.IN_STRING;
        return at + 1;
    }

    private int outside(int from) {
        int at = from;
        int count = 0;
        for (; at < end; at++) {
            char unit = units[at];
            if (state == State.BEFORE && (unit == '[' || unit == '{')) {
                skip(count);
                state = State.VALUE;
                return at;
            }
            if (!PartialGrammar.isWhite(unit)) {
                count += position.isBytes ? PartialPosition.utf8Length(units, at, at + 1) : 1;
            }
        }
        skip(count);
        return at;
    }

    private void skip(int count) {
        if (state == State.AFTER) {
            skippedAfter += count;
        } else {
            skippedBefore += count;
        }
    }

    private int openingFence(int at) {
        char unit = units[at];
        boolean isBlank = unit == ' ' || unit == '\t';
        boolean isAfterBlank = token.length() > 0 && " \t".indexOf(token.charAt(token.length() - 1)) >= 0;
        // One blank counts as much as several.
        if (!isBlank || !isAfterBlank) {
            token.append(unit);
        }
        if (FENCE.matcher(token).matches()) {
            skippedBefore += token.toString().strip().length();
            mark.clear();
            isFenced = true;
            isStart = true;
            state = State.VALUE;
        } else if (!FENCE_BEGUN.matcher(token).matches()) {
            throw refuseMark(ErrorCode.JSON_VALUE_EXPECTED, at);
        }
        return at + 1;
    }

    private int closingFence(int at) {
        if (units[at] != '`') {
            throw refuseMark(ErrorCode.JSON_TRAILING, at);
        }
        if (++matched == 3) {
            skippedAfter = 3;
            mark.clear();
            isFenced = false;
            state = State.AFTER_VALUE;
        }
        return at + 1;
    }
}
