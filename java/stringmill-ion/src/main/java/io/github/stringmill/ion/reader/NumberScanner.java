package io.github.stringmill.ion.reader;

import java.nio.charset.StandardCharsets;

/**
 * The extents of numbers and timestamps. Digits, signs and stops are checked; whether a month has so many days, or an
 * exponent any digits, is seen when the value is made.
 */
abstract class NumberScanner extends TextScanner {
    static final int INT = 0;
    static final int HEX = 1;
    static final int BINARY = 2;
    static final int DECIMAL = 3;
    static final int FLOAT = 4;
    static final int TIMESTAMP = 5;
    static final int MALFORMED = -1;

    /** More digits than these may not fit into a long. */
    static final int LONG_DIGITS = 18;

    /** The number that was scanned last is {@code buf[numberStart, numberEnd)}. */
    int numberStart;
    int numberEnd;
    /** Digits before a point or exponent, and what they write where they are no more than {@link #LONG_DIGITS}. */
    int wholeDigits;
    long whole;
    /** Whether underscores stand between its digits. */
    boolean hasUnderscores;
    /** The character that cannot stand where it does in a malformed number. */
    private int badAt;
    /** Whether a look went up to the last byte that is at hand: what follows might change its outcome. */
    private boolean reachedLimit;

    NumberScanner(byte[] src, int from, int to, boolean countsChars, boolean asIonJava) {
        super(src, from, to, countsChars, asIonJava);
    }

    NumberScanner(ByteFeed feed, boolean countsChars, boolean asIonJava) {
        super(feed, countsChars, asIonJava);
    }

    @Override
    void moved(int by) {
        numberStart -= by;
        numberEnd -= by;
    }

    /**
     * Scans the number at {@code pos}, which is a digit, or a minus before one. Consumes it where it is well formed.
     *
     * @return its kind, or {@link #MALFORMED}
     */
    final int scanNumber() {
        int kind;
        do {
            reachedLimit = false;
            hasUnderscores = false;
            numberStart = pos;
            kind = scan();
        } while (reachedLimit && moreOfToken());
        pos = kind == MALFORMED ? pos : numberEnd;
        return kind;
    }

    /** What is wrong with a malformed number. */
    final IonTextException malformedNumber() {
        return bad(badAt);
    }

    /**
     * Whether it shows from the first characters of a number of which kind it is: ion-java looks at no more of it until
     * it is read.
     */
    final boolean kindShowsAtOnce() {
        boolean negative = buf[pos] == '-';
        int first = peek(negative ? 1 : 0);
        int second = peek(negative ? 2 : 1);
        if (first == '0' && second >= 0 && "xXbBdDeE".indexOf(second) >= 0) {
            return true;
        }
        return !negative && beginsAsTimestamp(0);
    }

    /** Whether four digits and a minus or T stand so far behind {@code pos}. */
    final boolean beginsAsTimestamp(int ahead) {
        for (int i = 0; i < 4; i++) {
            if (!Letters.isDigit(peek(ahead + i))) {
                return false;
            }
        }
        int next = peek(ahead + 4);
        return next == '-' || next == 'T';
    }

    private int scan() {
        byte[] src = buf;
        int end = limit;
        boolean negative = src[pos] == '-';
        int first = negative ? pos + 1 : pos;
        int p = first;
        long digits = 0;
        while (p < end && src[p] >= '0' && src[p] <= '9') {
            digits = digits * 10 + src[p++] - '0';
        }
        wholeDigits = p - first;
        whole = digits;
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
            c = charAt(p);
        }
        if (c == '-' || c == 'T') {
            return negative || wholeDigits != 4 || hasUnderscores && !asIonJava ? malformed(p) : scanTimestamp(p);
        }
        if (src[first] == '0' && wholeDigits != 1) {
            return malformed(p);
        }
        return scanRest(p, c);
    }

    /** Fraction and exponent. */
    private int scanRest(int p, int c) {
        int kind = INT;
        if (c == '.') {
            kind = DECIMAL;
            p = digitsEnd(p + 1, Letters.DIGIT);
            c = charAt(p);
        }
        if (c == 'e' || c == 'E' || c == 'd' || c == 'D') {
            kind = (c | 0x20) == 'e' ? FLOAT : DECIMAL;
            int sign = charAt(++p);
            p = sign == '-' || sign == '+' ? p + 1 : p;
            if (!asIonJava) {
                return scanExponent(p, kind);
            }
            p = digitsEnd(p, Letters.DIGIT);
            if (charAt(p) == '.') {
                // ion-java reads on, and sees later that no number is written so.
                p = digitsEnd(p + 1, Letters.DIGIT);
            }
        }
        return finish(p, kind);
    }

    /** At least one digit, and no underscore. */
    private int scanExponent(int from, int kind) {
        int p = from;
        while (Letters.isDigit(charAt(p))) {
            p++;
        }
        return finishDigits(from, p, kind);
    }

    private void countWhole(int from, int to) {
        wholeDigits = 0;
        whole = 0;
        for (int i = from; i < to; i++) {
            if (buf[i] != '_') {
                wholeDigits++;
                whole = whole * 10 + buf[i] - '0';
            }
        }
    }

    private int charAt(int p) {
        if (p < limit) {
            return buf[p] & 0xFF;
        }
        reachedLimit = true;
        return -1;
    }

    /** The end of digits with single underscores between them; that of an underscore that is not between digits. */
    private int digitsEnd(int p, int kind) {
        if (!Letters.is(charAt(p), kind)) {
            return p;
        }
        while (true) {
            int c = charAt(++p);
            if (!Letters.is(c, kind)) {
                if (c != '_' || !Letters.is(charAt(p + 1), kind)) {
                    return p;
                }
                hasUnderscores = true;
            }
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

    /** As {@link #finish}, for a number that must have digits from an index on; ion-java sees later that it has none. */
    private int finishDigits(int from, int p, int kind) {
        return p == from && !asIonJava ? malformed(p) : finish(p, kind);
    }

    private int finish(int p, int kind) {
        if (!stops(p)) {
            return malformed(p);
        }
        numberEnd = p;
        return kind;
    }

    private int malformed(int p) {
        badAt = p;
        // A line's end is told as a whole.
        if (charAt(p) == '\r') {
            charAt(p + 1);
        }
        return MALFORMED;
    }

    /** Whether a number may end before an index. */
    private boolean stops(int p) {
        int c = charAt(p);
        if (c < 0 || Letters.is(c, Letters.STOP)) {
            return true;
        }
        if (c == '/' && asIonJava) {
            int next = charAt(p + 1);
            return next == '/' || next == '*';
        }
        return (c == 0x0B || c == 0x0C) && !asIonJava;
    }

    /** Whether a number may end so far behind {@code pos}. */
    final boolean stopsAhead(int ahead) {
        int c = peek(ahead);
        peek(ahead + (c == '/' ? 1 : 0));
        return stops(pos + ahead);
    }

    /** From what stands behind a year. */
    private int scanTimestamp(int p) {
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
            if (charAt(p) == '.') {
                p = fractionEnd(p + 1);
                if (p < 0) {
                    return MALFORMED;
                }
            }
        }
        return scanOffset(p);
    }

    private int fractionEnd(int p) {
        if (!Letters.isDigit(charAt(p))) {
            return malformed(p);
        }
        int end = digitsEnd(p, Letters.DIGIT);
        if (hasUnderscores && !asIonJava) {
            while (buf[p] != '_') {
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

    /** The end of two digits; negative where they are not there. */
    private int twoDigitsEnd(int p) {
        for (int i = 0; i < 2; i++, p++) {
            if (!Letters.isDigit(charAt(p))) {
                return malformed(p);
            }
        }
        return p;
    }

    /** The text of the number without underscores. */
    final String numberText() {
        String text = new String(buf, numberStart, numberEnd - numberStart, StandardCharsets.ISO_8859_1);
        return hasUnderscores ? text.replace("_", "") : text;
    }
}
