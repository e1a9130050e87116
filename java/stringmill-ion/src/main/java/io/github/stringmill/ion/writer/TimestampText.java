package io.github.stringmill.ion.writer;

import com.amazon.ion.IonException;
import com.amazon.ion.Timestamp;
import com.amazon.ion.Timestamp.Precision;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Writes timestamps like {@link Timestamp#toString()}. Standard: Amazon Ion 1.0, "Timestamps". */
final class TimestampText {
    /** The longest timestamp, without its fraction of a second. */
    private static final int MAX_LEN = 32;

    /** Fractions with at most this many digits fit into 64 bits. */
    private static final int FRACTION_DIGITS = 18;

    private static final int HOUR = 60;
    private static final int DAY = 24 * HOUR;

    private static final byte[] UNKNOWN_OFFSET = {'-', '0', '0', ':', '0', '0'};

    private final TextOutput out;
    private final boolean json;
    private final int maxFractionDigits;

    TimestampText(TextOutput out, TextOptions options) {
        this.out = out;
        this.json = options.json();
        this.maxFractionDigits = options.maxFractionDigits();
    }

    /**
     * Writes a timestamp; in JSON, as a string.
     *
     * @throws IonException if it has more digits of a second than the settings allow
     * @throws IllegalArgumentException if its local time is not in the years 1 to 9999
     */
    void put(Timestamp value) throws IOException {
        Integer offset = value.getLocalOffset();
        int minute = HOUR * value.getZHour() + value.getZMinute() + (offset == null ? 0 : offset);
        // If the offset leads to another date, ion-java computes it.
        boolean sameDate = minute >= 0 && minute < DAY;
        int year = sameDate ? value.getZYear() : value.getYear();
        int month = sameDate ? value.getZMonth() : value.getMonth();
        int day = sameDate ? value.getZDay() : value.getDay();
        check(value);
        int at = out.reserve(MAX_LEN);
        if (json) {
            out.bytes[at++] = '"';
        }
        at = putDigits(year, 4, at);
        at = switch (value.getPrecision()) {
            case YEAR -> putMark('T', at);
            case MONTH -> putMark('T', putDigits('-', month, at));
            case DAY -> putDate(month, day, at);
            default -> putTime(value, Math.floorMod(minute, DAY), offset, putDate(month, day, at));
        };
        out.at = json ? putMark('"', at) : at;
    }

    @SuppressWarnings("deprecation") // The deprecated method allocates nothing, and its successor does.
    private void check(Timestamp value) {
        BigDecimal fraction = value.getZFractionalSecond();
        if (fraction != null && value.getPrecision() == Precision.SECOND && fraction.scale() > maxFractionDigits) {
            throw new IonException("Timestamp with " + fraction.scale() + " digits of precision cannot be serialized "
                    + "because it exceeds the configurable maximum timestamp precision of " + maxFractionDigits
                    + " digits. Timestamps that require more digits may be written using a text writer configured with "
                    + "IonTextWriterBuilder.withMaximumTimestampPrecisionDigits.");
        }
    }

    private int putMark(char mark, int at) {
        out.bytes[at] = (byte) mark;
        return at + 1;
    }

    private int putDate(int month, int day, int at) {
        return putDigits('-', day, putDigits('-', month, at));
    }

    private int putTime(Timestamp value, int minute, Integer offset, int at) throws IOException {
        int end = putDigits(':', minute % HOUR, putDigits('T', minute / HOUR, at));
        if (value.getPrecision() == Precision.SECOND) {
            end = putSecond(value, end);
        }
        return putOffset(offset, end);
    }

    @SuppressWarnings("deprecation") // As above.
    private int putSecond(Timestamp value, int at) throws IOException {
        int end = putDigits(':', value.getZSecond(), at);
        BigDecimal fraction = value.getZFractionalSecond();
        if (fraction == null || fraction.scale() <= 0) {
            return end;
        }
        out.at = end;
        out.put('.');
        putFraction(fraction.unscaledValue(), fraction.scale());
        return out.reserve(MAX_LEN);
    }

    private void putFraction(BigInteger digits, int len) throws IOException {
        if (len <= FRACTION_DIGITS) {
            int end = out.reserve(MAX_LEN) + len;
            NumberText.putLow(out.bytes, end, digits.longValue(), len);
            out.at = end;
        } else {
            String text = digits.toString();
            out.putTimes('0', len - text.length());
            out.putAscii(text);
        }
    }

    private int putOffset(Integer offset, int at) {
        byte[] bytes = out.bytes;
        if (offset == null) {
            System.arraycopy(UNKNOWN_OFFSET, 0, bytes, at, UNKNOWN_OFFSET.length);
            return at + UNKNOWN_OFFSET.length;
        }
        if (offset == 0) {
            bytes[at] = 'Z';
            return at + 1;
        }
        int minutes = Math.abs(offset);
        return putDigits(':', minutes % HOUR, putDigits(offset < 0 ? '-' : '+', minutes / HOUR, at));
    }

    private int putDigits(char before, int number, int at) {
        out.bytes[at] = (byte) before;
        return putDigits(number, 2, at + 1);
    }

    private int putDigits(int number, int digits, int at) {
        NumberText.putLow(out.bytes, at + digits, number, digits);
        return at + digits;
    }
}
