package io.github.stringmill.ion.reader;

import com.amazon.ion.Timestamp;
import java.math.BigDecimal;

/** Makes a {@link Timestamp} of the digits that {@link NumberScanner} scanned last. Called by {@link ScalarReader}. */
final class TimestampReader {
    private static final int[] MONTH_DAYS = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    private TimestampReader() {}

    static Timestamp timestamp(ByteInput input, NumberScanner numbers) {
        int start = numbers.start(input);
        Timestamp plain = numbers.hasUnderscores() ? null : plain(input.buf, start, numbers.end(input) - start);
        if (plain != null) {
            return plain;
        }
        try {
            return Timestamp.valueOf(numbers.text(input));
        } catch (IllegalArgumentException e) {
            throw new IonTextException("not a timestamp: " + e.getMessage() + input.at(input.pos), e);
        }
    }

    /** A timestamp whose fields are in range; null for other fields, which ion-java accepts or refuses. */
    private static Timestamp plain(byte[] src, int at, int len) {
        int year = twoDigits(src, at) * 100 + twoDigits(src, at + 2);
        if (len == 5) {
            return year == 0 ? null : Timestamp.forYear(year);
        }
        int month = twoDigits(src, at + 5);
        if (year == 0 || month < 1 || month > 12) {
            return null;
        }
        if (len == 8) {
            return Timestamp.forMonth(year, month);
        }
        int day = twoDigits(src, at + 8);
        if (day < 1 || day > MONTH_DAYS[month - 1] || month == 2 && day == 29 && !isLeap(year)) {
            return null;
        }
        return len <= 11 ? Timestamp.forDay(year, month, day) : plainTime(src, at, len, year, month, day);
    }

    private static boolean isLeap(int year) {
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    private static Timestamp plainTime(byte[] src, int at, int len, int year, int month, int day) {
        int hour = twoDigits(src, at + 11);
        int minute = twoDigits(src, at + 14);
        // An offset may move a time of the first or last year out of the years 1 to 9999.
        if (hour > 23 || minute > 59 || year == 1 || year == 9999) {
            return null;
        }
        int end = at + len;
        int p = at + 16;
        int second = -1;
        if (src[p] == ':') {
            second = twoDigits(src, p + 1);
            p += 3;
            if (second > 59) {
                return null;
            }
        }
        int fractionAt = p + 1;
        if (src[p] == '.') {
            p++;
            while (Letters.isDigit(src[p])) {
                p++;
            }
        }
        int fractionLen = p - fractionAt;
        Integer offset = 0;
        if (src[p] != 'Z') {
            if (src[p] == 'z' || twoDigits(src, p + 1) > 23 || twoDigits(src, p + 4) > 59) {
                return null;
            }
            int minutes = twoDigits(src, p + 1) * 60 + twoDigits(src, p + 4);
            offset = src[p] == '+' ? (Integer) minutes : minutes == 0 ? null : (Integer) (-minutes);
            p += 5;
        }
        if (p + 1 != end || fractionLen > NumberScanner.LONG_DIGITS) {
            return null;
        }
        if (second < 0) {
            return Timestamp.forMinute(year, month, day, hour, minute, offset);
        }
        return fractionLen <= 0
                ? Timestamp.forSecond(year, month, day, hour, minute, second, offset)
                : withFraction(year, month, day, hour, minute, second, fraction(src, fractionAt, fractionLen), offset);
    }

    // The only public constructor that takes seconds and their fraction separately.
    @SuppressWarnings("deprecation")
    private static Timestamp withFraction(int year, int month, int day, int hour, int minute, int second,
            BigDecimal fraction, Integer offset) {
        return new Timestamp(year, month, day, hour, minute, second, fraction, offset);
    }

    private static BigDecimal fraction(byte[] src, int at, int len) {
        long number = 0;
        for (int i = 0; i < len; i++) {
            number = number * 10 + src[at + i] - '0';
        }
        return BigDecimal.valueOf(number, len);
    }

    private static int twoDigits(byte[] src, int at) {
        return (src[at] - '0') * 10 + src[at + 1] - '0';
    }
}
