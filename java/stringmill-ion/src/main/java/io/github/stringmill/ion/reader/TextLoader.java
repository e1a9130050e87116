package io.github.stringmill.ion.reader;

import com.amazon.ion.IonException;
import io.github.stringmill.Base64Form;
import io.github.stringmill.Stringmill;
import io.github.stringmill.StringmillException;
import java.util.Arrays;

/**
 * Content of what stands in quotes: strings, symbols, and clobs. What is plain ASCII up to the closing quote becomes a
 * string at once; anything else goes character by character through {@code units}.
 */
abstract class TextLoader extends NumberScanner {
    private static final int ESCAPED_LINE_END = -1;
    private static final String HIGH_ALONE = "a high surrogate stands alone";

    /** White space anywhere, and bits behind the last byte that nobody asks for, as ion-java takes them. */
    private static final Base64Form BLOB = Base64Form.STANDARD.with(Base64Form.WhiteSpace.ION)
            .with(Base64Form.TrailingBits.DROP);

    /** UTF-16 units of a text that is not plain, or bytes of a clob. */
    private char[] units = {};
    private int unitCount;
    /** Whether the last unit is a high surrogate that waits for a low one. */
    private boolean wantsLow;
    /** Whether something stands between a high surrogate and what follows. */
    private boolean lowIsLate;
    /** Whether the text is a field name, of which ion-java knows the end already. */
    boolean readsName;
    /** Where the closing quotes stand. */
    private int closingAt;

    TextLoader(byte[] src, int from, int to, boolean countsChars, boolean asIonJava) {
        super(src, from, to, countsChars, asIonJava);
    }

    TextLoader(ByteFeed feed, boolean countsChars, boolean asIonJava) {
        super(feed, countsChars, asIonJava);
    }

    @Override
    void moved(int by) {
        super.moved(by);
        closingAt -= by;
    }

    /** The end of plain text before the closing quote, with {@code pos} at its beginning; -1 where it is not plain. */
    final int plainEnd(long quotes) {
        int ahead = 0;
        while (true) {
            int p = pos + ahead;
            byte[] src = buf;
            int end = limit;
            while (end - p >= 8) {
                long found = Words.notPlain(Words.load(src, p), quotes);
                if (found != 0) {
                    p += Words.first(found);
                    return src[p] == (byte) quotes ? p : -1;
                }
                p += 8;
            }
            for (; p < end; p++) {
                byte c = src[p];
                if (c < ' ' || c == '\\' || c == (byte) quotes) {
                    return c == (byte) quotes ? p : -1;
                }
            }
            ahead = p - pos;
            if (!more()) {
                throw unexpectedEnd();
            }
        }
    }

    /** A string, from behind its opening quote; it is consumed with its closing one. */
    final String loadString() {
        int end = plainEnd(Words.DOUBLE_QUOTES);
        if (end >= 0) {
            return plain(end, 1);
        }
        begin();
        while (true) {
            int c = next('"', true);
            if (c == '"') {
                closingAt = pos - 1;
                break;
            }
            if (c < ' ') {
                checkControl(c);
            }
            append(c == '\\' ? escaped() : c < 0x80 ? c : scalar(c));
        }
        return loaded();
    }

    /** The text of a quoted symbol, from behind its opening quote; it is consumed with its closing one. */
    final String loadQuotedSymbol() {
        int end = plainEnd(Words.SINGLE_QUOTES);
        if (end >= 0) {
            return plain(end, 1);
        }
        begin();
        while (true) {
            int c = next('\'', true);
            if (c == '\'') {
                closingAt = pos - 1;
                break;
            }
            if (c < ' ' && (!asIonJava || c == '\n' || c == '\r')) {
                checkControl(c);
            }
            if (c == '\\' && peek(0) < 0) {
                // For ion-java this is a bad escape.
                throw error("unexpected end of text", limit);
            }
            append(c == '\\' ? escaped() : c < 0x80 ? c : scalar(c));
        }
        return loaded();
    }

    /** A long string, from behind its first three quotes; what is consumed goes up to what follows white space. */
    final String loadLongString() {
        begin();
        while (true) {
            int c = next('\'', false);
            if (c == '\'') {
                if (!twoQuotes()) {
                    append(c);
                    continue;
                }
                closingAt = pos - 3;
                if (!anotherSegment(false)) {
                    break;
                } else if (wantsLow) {
                    throw wantsLow();
                }
            } else if (c == '\n' || c == '\r') {
                append('\n');
                pos += c == '\r' && peek(0) == '\n' ? 1 : 0;
            } else {
                if (c < ' ') {
                    checkControl(c);
                }
                append(c == '\\' ? escaped() : c < 0x80 ? c : scalar(c));
            }
        }
        return loaded();
    }

    private String plain(int end, int quotes) {
        String text = Words.text(buf, pos, end - pos);
        pos = end + quotes;
        return text;
    }

    private void begin() {
        unitCount = 0;
        wantsLow = false;
        lowIsLate = false;
    }

    private String loaded() {
        if (wantsLow) {
            throw readsName ? error(HIGH_ALONE, closingAt) : wantsLow();
        }
        return new String(units, 0, unitCount);
    }

    /**
     * Consumes a byte. Runs of ASCII without a quote, a backslash or a control are put to the units before it; that
     * such a run stands behind a high surrogate is told late where ion-java does so.
     */
    private int next(char quote, boolean lateSurrogates) {
        while (true) {
            byte[] src = buf;
            int end = Math.min(limit, pos + room());
            char[] dst = units;
            int p = pos;
            int put = unitCount;
            while (p < end && src[p] >= ' ' && src[p] != quote && src[p] != '\\') {
                dst[put++] = (char) src[p++];
            }
            if (put > unitCount && wantsLow) {
                if (!lateSurrogates) {
                    pos++;
                    throw wantsLow();
                }
                lowIsLate = true;
            }
            unitCount = put;
            pos = p;
            if (p < end) {
                pos++;
                return src[p] & 0xFF;
            }
            if (p == limit && !more()) {
                if (wantsLow) {
                    throw wantsLow();
                }
                throw unexpectedEnd();
            }
        }
    }

    private int room() {
        if (unitCount + 2 >= units.length) {
            if (units.length > Integer.MAX_VALUE / 2 - 8) {
                throw new IonException("a text is longer than a string can be");
            }
            units = Arrays.copyOf(units, Math.max(64, units.length * 2));
        }
        return units.length - unitCount - 2;
    }

    /** A control, which is consumed: white space may stand in text, other controls may not. */
    private void checkControl(int c) {
        if (c == '\t' || c == 0x0B || c == 0x0C) {
            return;
        }
        peek(0);
        throw bad(pos - 1);
    }

    private void append(int codePoint) {
        if (codePoint == ESCAPED_LINE_END) {
            lowIsLate |= wantsLow;
            return;
        }
        room();
        boolean low = codePoint >= 0xDC00 && codePoint <= 0xDFFF;
        if (low != wantsLow || lowIsLate && !asIonJava) {
            throw low && !wantsLow ? error("a low surrogate stands alone", pos) : wantsLow();
        }
        wantsLow = codePoint >= 0xD800 && codePoint <= 0xDBFF;
        if (codePoint < 0x10000) {
            units[unitCount++] = (char) codePoint;
        } else {
            units[unitCount++] = Character.highSurrogate(codePoint);
            units[unitCount++] = Character.lowSurrogate(codePoint);
        }
    }

    private IonTextException wantsLow() {
        return error(HIGH_ALONE, pos);
    }

    /** What an escape stands for, from behind its backslash. */
    private int escaped() {
        int c = peek(0);
        pos += c < 0 ? 0 : 1;
        switch (c) {
            case -1 -> throw unexpectedEnd();
            case '\n' -> {
                return ESCAPED_LINE_END;
            }
            case '\r' -> {
                pos += peek(0) == '\n' ? 1 : 0;
                return ESCAPED_LINE_END;
            }
            case 'x' -> {
                return hexDigits(2);
            }
            case 'u' -> {
                return hexDigits(4);
            }
            case 'U' -> {
                int codePoint = hexDigits(8);
                if (!asIonJava && codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
                    throw error("a surrogate stands alone", pos);
                }
                return codePoint;
            }
            default -> {
                return escapedLetter(c);
            }
        }
    }

    private int escapedLetter(int c) {
        return switch (c) {
            case '0' -> 0;
            case 'a' -> 7;
            case 'b' -> '\b';
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'f' -> '\f';
            case 'r' -> '\r';
            case 'v' -> 0x0B;
            case '"', '\'', '?', '\\', '/' -> c;
            default -> throw error("unknown escape", behind(pos - 1));
        };
    }

    private int hexDigits(int count) {
        long number = 0;
        for (int i = 0; i < count; i++) {
            int c = peek(0);
            if (c < 0) {
                throw unexpectedEnd();
            }
            int digit = Letters.hexDigit(c);
            if (digit < 0) {
                peek(1);
                // ion-java takes the end of a line for that of the text here.
                throw c == '\n' || c == '\r'
                        ? unexpectedEnd(behind(pos)) : error("not a hexadecimal digit", behind(pos));
            }
            pos++;
            number = number << 4 | digit;
        }
        if (number > Character.MAX_CODE_POINT) {
            throw error("an escape is above U+10FFFF", pos);
        }
        return (int) number;
    }

    /** The bytes of a clob, from behind its opening quotes. */
    final byte[] loadClob(int kind) {
        begin();
        boolean isLong = kind == LOB_LONG_CLOB;
        char quote = isLong ? '\'' : '"';
        while (true) {
            int c = next(quote, false);
            if (c == quote) {
                if (!isLong) {
                    break;
                }
                if (!twoQuotes()) {
                    append(c);
                } else if (!anotherSegment(true)) {
                    break;
                }
            } else if (c >= 0x80) {
                throw error("a clob is not ASCII", pos);
            } else {
                append(c == '\\' ? escapedByte(isLong) : c < ' ' ? clobControl(c, isLong) : c);
            }
        }
        byte[] bytes = new byte[unitCount];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) units[i];
        }
        return bytes;
    }

    /** A control in a clob as what it stands for. */
    private int clobControl(int c, boolean isLong) {
        if (isLong && (c == '\n' || c == '\r')) {
            pos += c == '\r' && peek(0) == '\n' ? 1 : 0;
            return '\n';
        }
        if (isLong || !asIonJava) {
            checkControl(c);
        }
        return c;
    }

    private int escapedByte(boolean isLong) {
        int c = peek(0);
        if (c == 'u' || c == 'U') {
            throw error("a clob has no such escape", pos + 1);
        }
        if (asIonJava && !isLong && (c == '\n' || c == '\r')) {
            throw unexpectedEnd(behind(pos));
        }
        return escaped();
    }

    /** The bytes of the blob that {@code buf[from, to)} writes. */
    final byte[] loadBlob(int from, int to) {
        int len = to - from;
        if (asIonJava) {
            return LenientBase64.decode(this, from, to);
        }
        byte[] plain = PlainBlob.decode(buf, from, to);
        if (plain != null) {
            return plain;
        }
        byte[] bytes = new byte[(int) Math.min(Stringmill.base64DecodeBound(len), Integer.MAX_VALUE - 8)];
        try {
            int count = Stringmill.base64Decode(BLOB, buf, from, len, bytes, 0, bytes.length);
            return count == bytes.length ? bytes : Arrays.copyOf(bytes, count);
        } catch (StringmillException e) {
            throw new IonTextException(e.code().says() + " in a blob" + at(behind(from + (int) e.offset())), e);
        }
    }
}
