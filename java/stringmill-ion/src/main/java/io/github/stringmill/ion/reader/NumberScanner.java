package io.github.stringmill.ion.reader;

import java.nio.charset.StandardCharsets;

/**
 * Finds the end and the kind of a number or timestamp. {@link CurrentValue} calls it to scan one, {@link Tokenizer} to
 * look at its first characters. {@link NumberReader} and {@link TimestampReader} decode the number or timestamp that it
 * scanned last.
 *
 * <p>Checks digits, signs and the character after the number. {@link TimestampReader} checks the number of days in a
 * month, and {@link NumberReader} the digits of an exponent.
 */
final class NumberScanner {
    static final int INT = 0;
    static final int HEX = 1;
    static final int BINARY = 2;
    static final int DECIMAL = 3;
    static final int FLOAT = 4;
    static final int TIMESTAMP = 5;
    static final int MALFORMED = -1;

    /** More digits than these may not fit into a long. */
    static final int LONG_DIGITS = 18;

    private final ByteInput input;

    /** Where the number starts and ends, relative to the mark. */
    private int startOffset;
    private int endOffset;
    /** The digits before an exponent as one number; exact for at most {@link #LONG_DIGITS} digits. */
    private long digits;
    private int digitCount;
    /** How many of the digits follow the point. */
    private int fractionDigits;
    /** The start of the exponent after its letter, relative to the mark; -1 if there is none. */
    private int exponentOffset;
    /** Whether underscores separate its digits. */
    private boolean hasUnderscores;
    /** The character that makes a number malformed, relative to the mark. */
    private int badOffset;
    /** Whether the scan looked past the end of the window: more bytes might change its outcome. */
    private boolean reachedLimit;

    NumberScanner(ByteInput input) {
        this.input = input;
    }

    /** The index of the number that was scanned last. */
    int start(ByteInput input) {
        return input.mark + startOffset;
    }

    /** The index after the number that was scanned last. */
    int end(ByteInput input) {
        return input.mark + endOffset;
    }

    boolean hasUnderscores() {
        return hasUnderscores;
    }

    /** Whether {@link #digits} is exact for the number that was scanned last. */
    boolean isShort() {
        return digitCount <= LONG_DIGITS;
    }

    /** The digits before the exponent as one number; without those of a fraction if there are underscores. */
    long digits() {
        return digits;
    }

    int fractionDigits() {
        return fractionDigits;
    }

    boolean hasExponent() {
        return exponentOffset >= 0;
    }

    /** The index after the letter of the exponent. */
    int exponentStart(ByteInput input) {
        return input.mark + exponentOffset;
    }

    /** The text of the number that was scanned last, without underscores. */
    String text(ByteInput input) {
        String text = writtenText(input);
        return hasUnderscores ? text.replace("_", "") : text;
    }

    /** The text of the number that was scanned last. */
    String writtenText(ByteInput input) {
        return new String(input.buf, start(input), endOffset - startOffset, StandardCharsets.ISO_8859_1);
    }

    /**
     * Scans the number at the input's position, which is a digit, or a minus before one. Consumes it if it is well
     * formed.
     *
     * @return its kind, or {@link #MALFORMED}
     */
    int scan(ByteInput input) {
        int kind;
        do {
            reachedLimit = false;
            hasUnderscores = false;
            startOffset = input.pos - input.mark;
            kind = scanWindow(input.buf, input.pos, input.limit);
        } while (reachedLimit && input.moreOfToken());
        if (kind != MALFORMED) {
            input.pos = input.mark + endOffset;
        }
        return kind;
    }

    /** The error of a number that {@link #scan} found to be malformed. */
    IonTextException malformedError() {
        return input.bad(input.mark + badOffset);
    }

    /**
     * Whether the first characters at the input's position decide the kind of the number. ion-java looks at no more of
     * such a number until a program reads it.
     */
    boolean isKindCertain() {
        boolean negative = input.buf[input.pos] == '-';
        int first = input.peek(negative ? 1 : 0);
        int second = input.peek(negative ? 2 : 1);
        if (first == '0' && second >= 0 && "xXbBdDeE".indexOf(second) >= 0) {
            return true;
        }
        return !negative && startsAsTimestamp(input, 0);
    }

    /** The kind of such a number. */
    int certainKind() {
        int second = input.peek(input.buf[input.pos] == '-' ? 2 : 1) | 0x20;
        return switch (second) {
            case 'x' -> HEX;
            case 'b' -> BINARY;
            case 'd' -> DECIMAL;
            case 'e' -> FLOAT;
            default -> TIMESTAMP;
        };
    }

    /** Whether four digits and a minus or T are at {@code offset} from the input's position. */
    static boolean startsAsTimestamp(ByteInput input, int offset) {
        for (int i = 0; i < 4; i++) {
            if (!Letters.isDigit(input.peek(offset + i))) {
                return false;
            }
        }
        int next = input.peek(offset + 4);
        return next == '-' || next == 'T';
    }

    /** Scans a number up to the end of the window. */
    private int scanWindow(byte[] src, int start, int end) {
        boolean negative = src[start] == '-';
        int first = negative ? start + 1 : start;
        int p = first;
        long whole = 0;
        while (p < end && src[p] >= '0' && src[p] <= '9') {
            whole = whole * 10 + src[p++] - '0';
        }
        int wholeDigits = p - first;
        digits = whole;
        digitCount = wholeDigits;
        int c = charAt(p);
        if (src[first] == '0' && wholeDigits == 1 && (c | 0x20) == 'x') {
            return finishDigits(p + 1, digitsEnd(p + 1, Letters.HEX_DIGIT), HEX);
        }
        if (src[first] == '0' && wholeDigits == 1 && (c | 0x20) == 'b') {
            return finishDigits(p + 1, bitsEnd(p + 1), BINARY);
        }
        if (c == '_' && p > first) {
            p = digitsEnd(first, Letters.DIGIT);
            countWhole(first, p);
            wholeDigits = digitCount;
            c = charAt(p);
        }
        if (c == '-' || c == 'T') {
            return negative || wholeDigits != 4 || hasUnderscores && !input.asIonJava ? malformed(p) : scanTimestamp(p);
        }
        if (src[first] == '0' && wholeDigits != 1) {
            return malformed(p);
        }
        return scanRest(p, c);
    }

    /** Scans fraction and exponent. */
    private int scanRest(int p, int c) {
        int kind = INT;
        fractionDigits = 0;
        exponentOffset = -1;
        if (c == '.') {
            kind = DECIMAL;
            p = scanFraction(p + 1);
            c = charAt(p);
        }
        if (c == 'e' || c == 'E' || c == 'd' || c == 'D') {
            kind = (c | 0x20) == 'e' ? FLOAT : DECIMAL;
            exponentOffset = p + 1 - input.mark;
            int sign = charAt(++p);
            p = sign == '-' || sign == '+' ? p + 1 : p;
            if (!input.asIonJava) {
                return scanExponent(p, kind);
            }
            p = digitsEnd(p, Letters.DIGIT);
            if (charAt(p) == '.') {
                // ion-java scans on, and refuses the number when it is read.
                p = digitsEnd(p + 1, Letters.DIGIT);
            }
        }
        return finish(p, kind);
    }

    private int scanFraction(int from) {
        byte[] src = input.buf;
        int end = input.limit;
        long number = digits;
        int p = from;
        while (p < end && src[p] >= '0' && src[p] <= '9') {
            number = number * 10 + src[p++] - '0';
        }
        digits = number;
        fractionDigits = p - from;
        digitCount += fractionDigits;
        return charAt(p) == '_' ? digitsEnd(from, Letters.DIGIT) : p;
    }

    /** Scans at least one digit, without underscores. */
    private int scanExponent(int from, int kind) {
        int p = from;
        while (Letters.isDigit(charAt(p))) {
            p++;
        }
        return finishDigits(from, p, kind);
    }

    private void countWhole(int from, int to) {
        digitCount = 0;
        digits = 0;
        byte[] src = input.buf;
        for (int i = from; i < to; i++) {
            if (src[i] != '_') {
                digitCount++;
                digits = digits * 10 + src[i] - '0';
            }
        }
    }

    private int charAt(int p) {
        if (p < input.limit) {
            return input.buf[p] & 0xFF;
        }
        reachedLimit = true;
        return -1;
    }

    /** The end of digits with single underscores between them, or the first underscore that is not between digits. */
    private int digitsEnd(int from, int kind) {
        byte[] src = input.buf;
        int end = input.limit;
        int p = from;
        while (true) {
            while (p < end && Letters.isByte(src[p], kind)) {
                p++;
            }
            if (charAt(p) != '_' || p == from || !Letters.is(charAt(p + 1), kind)) {
                return p;
            }
            hasUnderscores = true;
            p++;
        }
    }

    private int bitsEnd(int p) {
        if (!isBit(charAt(p))) {
            return p;
        }
        while (true) {
            int c = charAt(++p);
            if (!isBit(c)) {
                if (c != '_' || !isBit(charAt(p + 1))) {
                    return p;
                }
                hasUnderscores = true;
            }
        }
    }

    private static boolean isBit(int c) {
        return c == '0' || c == '1';
    }

    /** As {@link #finish}, for a number that needs digits from an index on; ion-java misses them when it reads it. */
    private int finishDigits(int from, int p, int kind) {
        return p == from && !input.asIonJava ? malformed(p) : finish(p, kind);
    }

    private int finish(int p, int kind) {
        if (!stops(p)) {
            return malformed(p);
        }
        endOffset = p - input.mark;
        return kind;
    }

    private int malformed(int p) {
        badOffset = p - input.mark;
        // The error is after the whole line end.
        if (charAt(p) == '\r') {
            charAt(p + 1);
        }
        return MALFORMED;
    }

    /** Whether a number may end before an index. */
    private boolean stops(int p) {
        int c = charAt(p);
        return stops(c, c == '/' ? charAt(p + 1) : -1, input.asIonJava);
    }

    /** Whether a number may end at {@code offset} from the input's position. */
    static boolean stopsAt(ByteInput input, int offset) {
        int c = input.peek(offset);
        return stops(c, c == '/' ? input.peek(offset + 1) : -1, input.asIonJava);
    }

    /** Whether a number may end before a character; {@code next} matters after a slash alone. */
    private static boolean stops(int c, int next, boolean asIonJava) {
        if (c < 0 || Letters.is(c, Letters.STOP)) {
            return true;
        }
        if (c == '/') {
            return asIonJava && (next == '/' || next == '*');
        }
        return (c == 0x0B || c == 0x0C) && !asIonJava;
    }

    /** Scans the rest of a timestamp, from the character after its year. */
    private int scanTimestamp(int p) {
        if (input.limit - p > 2 * Words.LEN && Words.isDateAndTime(input.buf, p)) {
            return scanSecondFraction(p + 2 * Words.LEN - 1);
        }
        if (charAt(p) == 'T') {
            return finish(p + 1, TIMESTAMP);
        }
        p = twoDigitsEnd(p + 1);
        if (p < 0) {
            return MALFORMED;
        }
        if (charAt(p) == 'T') {
            return finish(p + 1, TIMESTAMP);
        }
        if (charAt(p) != '-') {
            return malformed(p);
        }
        p = twoDigitsEnd(p + 1);
        if (p < 0) {
            return MALFORMED;
        }
        if (charAt(p) != 'T') {
            return finish(p, TIMESTAMP);
        }
        if (!Letters.isDigit(charAt(p + 1))) {
            return finish(p + 1, TIMESTAMP);
        }
        return scanTime(p + 1);
    }

    private int scanTime(int p) {
        p = twoDigitsEnd(p);
        if (p < 0) {
            return MALFORMED;
        }
        if (charAt(p) != ':') {
            return malformed(p);
        }
        p = twoDigitsEnd(p + 1);
        if (p < 0) {
            return MALFORMED;
        }
        if (charAt(p) == ':') {
            p = twoDigitsEnd(p + 1);
            if (p < 0) {
                return MALFORMED;
            }
            return scanSecondFraction(p);
        }
        return scanOffset(p);
    }

    private int scanSecondFraction(int p) {
        if (charAt(p) != '.') {
            return scanOffset(p);
        }
        int end = fractionEnd(p + 1);
        return end < 0 ? MALFORMED : scanOffset(end);
    }

    private int fractionEnd(int p) {
        if (!Letters.isDigit(charAt(p))) {
            return malformed(p);
        }
        int end = digitsEnd(p, Letters.DIGIT);
        if (hasUnderscores && !input.asIonJava) {
            while (input.buf[p] != '_') {
                p++;
            }
            return malformed(p);
        }
        return end;
    }

    private int scanOffset(int p) {
        int c = charAt(p);
        if (c == 'Z' || c == 'z') {
            return finish(p + 1, TIMESTAMP);
        }
        if (c != '+' && c != '-') {
            return malformed(p);
        }
        p = twoDigitsEnd(p + 1);
        if (p < 0) {
            return MALFORMED;
        }
        if (charAt(p) != ':') {
            return malformed(p);
        }
        p = twoDigitsEnd(p + 1);
        return p < 0 ? MALFORMED : finish(p, TIMESTAMP);
    }

    /** The index after two digits; negative if there are none. */
    private int twoDigitsEnd(int p) {
        for (int i = 0; i < 2; i++, p++) {
            if (!Letters.isDigit(charAt(p))) {
                return malformed(p);
            }
        }
        return p;
    }
}
