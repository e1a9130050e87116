package io.github.stringmill.spark.write;

import io.github.stringmill.JsonEscape;
import io.github.stringmill.Repairs;
import io.github.stringmill.Stringmill;
import io.github.stringmill.spark.convert.TextBuffer;
import io.github.stringmill.spark.convert.TextBytes;
import io.github.stringmill.spark.convert.Utf8Repair;
import java.time.LocalDate;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;
import org.apache.spark.unsafe.types.VariantVal;

/** The text of values of Spark's types in one format. */
abstract class ValueText {
    private static final int SECONDS_OF_DAY = 86_400;
    private static final int MICROS = 1_000_000;
    private static final int FRACTION_DIGITS = 6;
    private static final int YEAR_MAX = 9999;

    final TextBuffer out = new TextBuffer(1 << 16);
    /** Counts repaired pieces of ill-formed UTF-8. */
    final Repairs repairs = new Repairs();

    private final JsonEscape strings;

    ValueText(JsonEscape strings) {
        this.strings = strings;
    }

    /** Writes a field name of well-formed UTF-8, and the colon. */
    abstract void name(byte[] text);

    abstract void decimal(Decimal value);

    abstract void notFinite(double value);

    /** Writes a date whose year is outside of 1 to 9999. */
    abstract void farDate(LocalDate date);

    abstract void variant(VariantVal value);

    abstract void blob(byte[] value);

    /** Writes the quote before or after a date or timestamp, if the format has one. */
    abstract void timeQuote();

    void string(UTF8String value) {
        out.put('"');
        out.escape(strings, TextBytes.array(value), TextBytes.offset(value), value.numBytes(), repairs);
        out.put('"');
    }

    /** Writes a key of a map as a field name. */
    void key(UTF8String key) {
        byte[] text = TextBytes.whole(key);
        if (Stringmill.utf8ValidLen(text, 0, text.length) < text.length) {
            // Called to count the repairs, or to refuse the key.
            out.truncate(escapedKey(text));
            text = Utf8Repair.of(strings.illFormed(), text, 0, text.length);
        }
        name(text);
    }

    private int escapedKey(byte[] text) {
        int before = out.len();
        out.escape(strings, text, 0, text.length, repairs);
        return before;
    }

    void floating(double value) {
        if (Double.isFinite(value)) {
            out.putFloat(value);
        } else {
            notFinite(value);
        }
    }

    void date(int days) {
        timeQuote();
        putDate(days);
        timeQuote();
    }

    private void putDate(long days) {
        LocalDate date = LocalDate.ofEpochDay(days);
        if (date.getYear() < 1 || date.getYear() > YEAR_MAX) {
            farDate(date);
            return;
        }
        out.putDigits(date.getYear(), 4);
        out.put('-');
        out.putDigits(date.getMonthValue(), 2);
        out.put('-');
        out.putDigits(date.getDayOfMonth(), 2);
    }

    /** Writes microseconds since 1970 with the offset {@code Z}, or with the unknown offset. */
    void timestamp(long micros, boolean isUtc) {
        timeQuote();
        long seconds = Math.floorDiv(micros, MICROS);
        int ofDay = Math.floorMod(seconds, SECONDS_OF_DAY);
        putDate(Math.floorDiv(seconds, SECONDS_OF_DAY));
        out.put('T');
        out.putDigits(ofDay / 3600, 2);
        out.put(':');
        out.putDigits(ofDay / 60 % 60, 2);
        out.put(':');
        out.putDigits(ofDay % 60, 2);
        int fraction = Math.floorMod(micros, MICROS);
        if (fraction != 0) {
            int digits = FRACTION_DIGITS;
            while (fraction % 10 == 0) {
                fraction /= 10;
                digits--;
            }
            out.put('.');
            out.putDigits(fraction, digits);
        }
        out.put(isUtc ? "Z" : "-00:00");
        timeQuote();
    }
}
