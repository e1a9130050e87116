package io.github.stringmill.spark.read.ion;

import io.github.stringmill.internal.Words;
import io.github.stringmill.spark.read.rows.Numbers;
import io.github.stringmill.spark.read.rows.StringEnd;
import io.github.stringmill.spark.records.ByteTable;
import java.time.YearMonth;
import java.util.Arrays;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Reads the frequent forms of Ion text in one record: structs, lists, strings in double quotes, names, numbers in base
 * 10, and timestamps with a day. It checks everything that it moves over. At any other form, and at any error, {@link
 * IonRecordReader} reads the record again from its start. Standard: Ion 1.0, text.
 *
 * <p>The text is well-formed UTF-8, and a zero byte follows it.
 */
final class IonCursor {
    /** The kind of a value. */
    enum Kind {
        NULL, BOOL, INT, DECIMAL, FLOAT, TIMESTAMP, STRING, SYMBOL, OTHER
    }

    private static final int DEPTH_MAX = 64;
    private static final boolean[] NAME_FIRST =
            ByteTable.of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$");
    private static final boolean[] NAME = nameTable();
    private static final boolean[] VALUE_END = ByteTable.of(" \t\r\n,]}\0");
    private static final boolean[] ESCAPES = ByteTable.of("abtnfrv\"'?\\/0");
    /** The letters of escapes; the next constant has the characters that they mean. */
    private static final String LETTERS = "abtnfrv0";
    private static final String MEANINGS = "\u0007\b\t\n\f\r\u000b\0";

    byte[] text;
    int at;
    private int end;
    private int depth;

    /** The last value: its start with its annotations, its start without them, and its end. */
    int start;
    int bare;
    int stop;
    Kind kind;
    /** Whether the last value is a string with escapes, or a number with an exponent. */
    boolean isSpecial;
    /** The last timestamp: microseconds of its local time, its offset in minutes, and whether it has a time. */
    long micros;
    int offset;
    boolean hasTime;

    private static boolean[] nameTable() {
        boolean[] table = ByteTable.of("0123456789");
        for (int i = 0; i < table.length; i++) {
            table[i] |= NAME_FIRST[i];
        }
        return table;
    }

    /** Goes to the start of a record, and overwrites {@code bytes[to]} with zero. */
    void begin(byte[] bytes, int from, int to) {
        text = bytes;
        at = from;
        end = to;
        depth = 0;
        bytes[to] = 0;
    }

    /** Moves past white space, and returns the next byte; 0 at the end. */
    byte skipSpace() {
        byte next = text[at];
        while (next == ' ' || next >= '\t' && next <= '\r') {
            next = text[++at];
        }
        return next;
    }

    boolean isAtEnd() {
        return at == end;
    }

    /** Whether the record has at least this many bytes left. */
    boolean fits(int len) {
        return end - at >= len;
    }

    /** Moves past the name of a member, and sets {@link #start}, {@link #bare} and {@link #stop} to its bounds. */
    boolean name() {
        start = at;
        byte first = text[at];
        if (first == '"') {
            bare = at + 1;
            if (!string() || isSpecial) {
                return false;
            }
            stop = at - 1;
            return true;
        }
        bare = at;
        if (!identifier()) {
            return false;
        }
        stop = at;
        return word(bare) == Kind.SYMBOL;
    }

    /** Returns the text of the last name. */
    UTF8String nameText() {
        return UTF8String.fromBytes(text, bare, stop - bare);
    }

    /** Moves past the colon after a name to the value. */
    boolean colon() {
        if (skipSpace() != ':' || text[at + 1] == ':') {
            return false;
        }
        at++;
        skipSpace();
        return true;
    }

    /** Returns the text of a string that {@link #value} has moved over. */
    static byte[] unescaped(byte[] text, int from, int to) {
        byte[] out = new byte[to - from];
        int len = 0;
        for (int place = from; place < to; place++) {
            byte next = text[place];
            if (next == '\\') {
                next = text[++place];
                int meaning = LETTERS.indexOf(next);
                next = meaning < 0 ? next : (byte) MEANINGS.charAt(meaning);
            }
            out[len++] = next;
        }
        return Arrays.copyOf(out, len);
    }

    /** Moves past any value, and notes its kind. */
    boolean value() {
        start = at;
        while (true) {
            bare = at;
            byte first = text[at];
            if (first == '"') {
                kind = Kind.STRING;
                return string() && ends();
            }
            if (first == '-' || first >= '0' && first <= '9') {
                return number() && ends();
            }
            if (first == '{' || first == '[') {
                return container(first) && ends();
            }
            if (!identifier()) {
                return false;
            }
            kind = word(bare);
            if (text[at] != ':' || text[at + 1] != ':') {
                return kind != Kind.OTHER && ends();
            }
            if (kind != Kind.SYMBOL) {
                return false;
            }
            at += 2;
            skipSpace();
        }
    }

    /** Whether a value may end here. */
    boolean ends() {
        stop = at;
        return VALUE_END[text[at] & 0xFF];
    }

    private boolean container(byte first) {
        int from = start;
        int bareFrom = bare;
        boolean isRead = first == '{' ? struct() : list();
        start = from;
        bare = bareFrom;
        kind = Kind.OTHER;
        return isRead;
    }

    private boolean struct() {
        if (text[at + 1] == '{' || ++depth > DEPTH_MAX) {
            return false;
        }
        at++;
        byte next = skipSpace();
        while (next != '}') {
            if (!name() || !colon() || !value()) {
                return false;
            }
            next = skipSpace();
            if (next == ',') {
                at++;
                next = skipSpace();
            } else if (next != '}') {
                return false;
            }
        }
        at++;
        depth--;
        return true;
    }

    private boolean list() {
        if (++depth > DEPTH_MAX) {
            return false;
        }
        at++;
        byte next = skipSpace();
        while (next != ']') {
            if (!value()) {
                return false;
            }
            next = skipSpace();
            if (next == ',') {
                at++;
                next = skipSpace();
            } else if (next != ']') {
                return false;
            }
        }
        at++;
        depth--;
        return true;
    }

    private boolean string() {
        byte[] bytes = text;
        int place = at + 1;
        isSpecial = false;
        while (true) {
            place = StringEnd.find(bytes, place);
            if (bytes[place] == '"') {
                at = place + 1;
                return true;
            }
            if (bytes[place] != '\\' || !ESCAPES[bytes[place + 1] & 0xFF]) {
                return false;
            }
            isSpecial = true;
            place += 2;
        }
    }

    private boolean identifier() {
        if (!NAME_FIRST[text[at] & 0xFF]) {
            return false;
        }
        do {
            at++;
        } while (NAME[text[at] & 0xFF]);
        return true;
    }

    /** Returns the kind of the identifier that ends here. */
    private Kind word(int from) {
        int len = at - from;
        if (text[from] == '$') {
            // A symbol ID, such as $10.
            return len > 1 && text[from + 1] >= '0' && text[from + 1] <= '9' ? Kind.OTHER : Kind.SYMBOL;
        }
        if (len == 4) {
            return isWord("true", from) ? Kind.BOOL : !isWord("null", from) ? Kind.SYMBOL
                    : text[at] == '.' ? Kind.OTHER : Kind.NULL;
        }
        return len == 5 && isWord("false", from) ? Kind.BOOL
                : len == 3 && isWord("nan", from) ? Kind.OTHER : Kind.SYMBOL;
    }

    private boolean isWord(String word, int from) {
        for (int i = 0; i < word.length(); i++) {
            if (text[from + i] != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private boolean number() {
        byte[] bytes = text;
        int first = bytes[at] == '-' ? at + 1 : at;
        int place = digits(first);
        if (place - at == 4 && bytes[place] == '-') {
            return timestamp();
        }
        if (place == first || bytes[first] == '0' && place > first + 1) {
            return false;
        }
        kind = Kind.INT;
        isSpecial = false;
        if (bytes[place] == '.') {
            kind = Kind.DECIMAL;
            place = digits(place + 1);
        }
        int letter = bytes[place] | 0x20;
        if (letter == 'e' || letter == 'd') {
            kind = letter == 'e' ? Kind.FLOAT : Kind.DECIMAL;
            isSpecial = true;
            int power = place + (bytes[place + 1] == '+' || bytes[place + 1] == '-' ? 2 : 1);
            place = digits(power);
            if (place == power) {
                return false;
            }
        }
        at = place;
        return true;
    }

    private int digits(int from) {
        int place = from;
        while (text[place] >= '0' && text[place] <= '9') {
            place++;
        }
        return place;
    }

    /** Reads a separator and a number of two digits, and moves past them; -1 if something else is there. */
    private int two(char separator, int min, int max) {
        int tens = text[at] == separator ? text[at + 1] - '0' : -1;
        if (tens < 0 || tens > 9) {
            return -1;
        }
        int ones = text[at + 2] - '0';
        int number = tens * 10 + ones;
        if (ones < 0 || ones > 9 || number < min || number > max) {
            return -1;
        }
        at += 3;
        return number;
    }

    private boolean timestamp() {
        int year = (int) Numbers.integer(text, at, at + 4);
        at += 4;
        int month = two('-', 1, 12);
        int day = month < 0 ? -1 : two('-', 1, 31);
        // With an offset, a timestamp of the first or last year could be in another year.
        if (day < 0 || year < 2 || year > 9998 || day > 28 && day > YearMonth.of(year, month).lengthOfMonth()) {
            return false;
        }
        kind = Kind.TIMESTAMP;
        long minutes = epochDay(year, month, day) * 1440;
        offset = 0;
        hasTime = text[at] == 'T' && !VALUE_END[text[at + 1] & 0xFF];
        if (!hasTime) {
            at += text[at] == 'T' ? 1 : 0;
            micros = minutes * 60_000_000;
            return true;
        }
        int hour = two('T', 0, 23);
        int minute = hour < 0 ? -1 : two(':', 0, 59);
        if (minute < 0) {
            return false;
        }
        micros = (minutes + hour * 60 + minute) * 60_000_000;
        if (text[at] == ':' && !second()) {
            return false;
        }
        if (text[at] == 'Z') {
            at++;
            return true;
        }
        int sign = text[at] == '+' ? 1 : text[at] == '-' ? -1 : 0;
        int hours = sign == 0 ? -1 : two((char) text[at], 0, 23);
        int rest = hours < 0 ? -1 : two(':', 0, 59);
        offset = sign * (hours * 60 + rest);
        return rest >= 0;
    }

    /** Days since 1970 of a date after the year 0, by the Gregorian calendar. Faster than {@code LocalDate}. */
    static long epochDay(int year, int month, int day) {
        // Years begin in March here, so that the leap day is the last day of a year.
        int years = month > 2 ? year : year - 1;
        int months = month > 2 ? month - 3 : month + 9;
        int days = years * 365 + years / 4 - years / 100 + years / 400 + (months * 153 + 2) / 5 + day;
        // Counted like this, 1970-01-01 is day 719,469.
        return days - 719_469;
    }

    private boolean second() {
        int second = two(':', 0, 59);
        if (second < 0) {
            return false;
        }
        micros += second * 1_000_000L;
        if (text[at] != '.') {
            return true;
        }
        int from = at + 1;
        int to = digits(from);
        if (to == from || to - from > 6) {
            return false;
        }
        long fraction = Numbers.integer(text, from, to);
        for (int i = to - from; i < 6; i++) {
            fraction *= 10;
        }
        micros += fraction;
        at = to;
        return true;
    }
}
