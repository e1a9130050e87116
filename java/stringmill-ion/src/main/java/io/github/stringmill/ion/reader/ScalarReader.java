package io.github.stringmill.ion.reader;

import com.amazon.ion.Decimal;
import com.amazon.ion.IntegerSize;
import com.amazon.ion.IonException;
import com.amazon.ion.IonType;
import com.amazon.ion.Timestamp;
import com.amazon.ion.impl._Private_ScalarConversions.AS_TYPE;
import com.amazon.ion.impl._Private_ScalarConversions.ValueVariant;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Date;

/**
 * Scalars as Java has them. The straight ways are here; conversions from one type to another are left to ion-java.
 */
abstract class ScalarReader extends RawTextReader {
    private static final double[] POWERS_OF_TEN = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22
    };
    /** Whole numbers up to this one are doubles. */
    private static final long LARGEST_EXACT = 1L << 53;
    private static final int[] MONTH_DAYS = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    /** Longer exponents are left to the library. */
    private static final int EXPONENT_DIGITS = 9;
    private static final int FAR = Integer.MIN_VALUE;

    /** The value in all the types that it was asked for. */
    private final ValueVariant variant = new ValueVariant();
    private boolean variantFilled;
    /** The size of an int that was read; null where none was. */
    private IntegerSize intSize;
    private long longContent;
    private BigInteger bigContent;

    /**
     * Of the last decimal. Kept, so that no compiler takes it apart where the decimal does not leave the method that asks for
     * it: the one of JDK 25.0.3 puts it together again without its digits (ReduceAllocationMerges).
     */
    private BigInteger coefficient;

    /** A number as it was read: digits without a point, and the power of ten that belongs to them. */
    private long digits;
    private boolean isNegative;

    ScalarReader(byte[] src, int from, int to, boolean countsChars, boolean asIonJava) {
        super(src, from, to, countsChars, asIonJava);
    }

    ScalarReader(ByteFeed feed, boolean countsChars, boolean asIonJava) {
        super(feed, countsChars, asIonJava);
    }

    /** Forgets the value that was read before. */
    final void clearScalar() {
        if (variantFilled) {
            variant.clear();
            variantFilled = false;
        }
        intSize = null;
        bigContent = null;
    }

    public final boolean isNullValue() {
        return content == CONTENT_NULL;
    }

    private boolean isNumber(IonType of) {
        return content == CONTENT_NUMBER && type == of;
    }

    private boolean isInt() {
        return isNumber(IonType.INT);
    }

    public final IntegerSize getIntegerSize() {
        if (!isInt()) {
            return null;
        }
        loadInt();
        return intSize;
    }

    public final boolean booleanValue() {
        return content == CONTENT_BOOL ? boolContent : converted(AS_TYPE.boolean_value).getBoolean();
    }

    public final int intValue() {
        checkType(type == IonType.INT || type == IonType.DECIMAL || type == IonType.FLOAT);
        if (isInt()) {
            loadInt();
            if (intSize == IntegerSize.INT) {
                return (int) longContent;
            }
        }
        return converted(AS_TYPE.int_value).getInt();
    }

    public final long longValue() {
        checkType(type == IonType.INT || type == IonType.DECIMAL || type == IonType.FLOAT);
        if (isInt()) {
            loadInt();
            if (intSize != IntegerSize.BIG_INTEGER) {
                return longContent;
            }
        }
        return converted(AS_TYPE.long_value).getLong();
    }

    public final BigInteger bigIntegerValue() {
        checkType(type == IonType.INT || type == IonType.FLOAT);
        return isNullValue() ? null : converted(AS_TYPE.bigInteger_value).getBigInteger();
    }

    public final double doubleValue() {
        if (isNumber(IonType.FLOAT) && !variantFilled) {
            return doubleNumber();
        }
        return content == CONTENT_DOUBLE ? doubleContent : converted(AS_TYPE.double_value).getDouble();
    }

    public final BigDecimal bigDecimalValue() {
        ValueVariant value = converted(AS_TYPE.decimal_value);
        return value.isNull() ? null : value.getBigDecimal();
    }

    public final Decimal decimalValue() {
        if (isNumber(IonType.DECIMAL) && !variantFilled) {
            return decimal();
        }
        ValueVariant value = converted(AS_TYPE.decimal_value);
        return value.isNull() ? null : value.getDecimal();
    }

    public final Date dateValue() {
        ValueVariant value = converted(AS_TYPE.date_value);
        return value.isNull() ? null : value.getDate();
    }

    public final Timestamp timestampValue() {
        if (isNumber(IonType.TIMESTAMP) && !variantFilled) {
            return timestamp();
        }
        ValueVariant value = converted(AS_TYPE.timestamp_value);
        return value.isNull() ? null : value.getTimestamp();
    }

    final void checkType(boolean fits) {
        if (!fits) {
            throw new IllegalStateException("Unexpected value type: " + type);
        }
    }

    /** The value as it was read and, where that is possible, in a further type. */
    private ValueVariant converted(int asType) {
        if (!variantFilled) {
            fill();
            variantFilled = true;
        }
        if (!variant.hasValueOfType(asType) && !variant.isNull()) {
            if (type == IonType.SYMBOL || !variant.can_convert(asType)) {
                throw new IonException("a value of type " + type + " cannot be read so");
            }
            variant.cast(variant.get_conversion_fnid(asType));
        }
        return variant;
    }

    private void fill() {
        switch (content) {
            case CONTENT_NULL -> variant.setValueToNull(type);
            case CONTENT_BOOL -> variant.setValue(boolContent);
            case CONTENT_DOUBLE -> variant.setValue(doubleContent);
            case CONTENT_NUMBER -> fillNumber();
            default -> {
                if (type == IonType.STRING) {
                    variant.setValue(stringText());
                } else if (type == null) {
                    throw new NullPointerException("the reader stands on no value");
                }
            }
        }
    }

    private void fillNumber() {
        switch (type) {
            case DECIMAL -> variant.setValue(decimal());
            case FLOAT -> variant.setValue(doubleNumber());
            case TIMESTAMP -> variant.setValue(timestamp());
            default -> {
                loadInt();
                switch (intSize) {
                    case INT -> variant.setValue((int) longContent);
                    case LONG -> variant.setValue(longContent);
                    default -> variant.setValue(bigContent);
                }
            }
        }
    }

    /** Reads an int; its size is that of its digits, leading zeros of other bases included. */
    private void loadInt() {
        if (intSize != null) {
            return;
        }
        requireNumber();
        if (numberKind != INT) {
            loadInt(numberKind == HEX ? 16 : 2);
            return;
        }
        if (wholeDigits <= LONG_DIGITS) {
            longContent = buf[numberStart] == '-' ? -whole : whole;
            intSize = longContent == (int) longContent ? IntegerSize.INT : IntegerSize.LONG;
            return;
        }
        setBig(new BigInteger(numberText()));
        if (bigContent.bitLength() < Long.SIZE) {
            longContent = bigContent.longValue();
            intSize = IntegerSize.LONG;
        }
    }

    private void setBig(BigInteger number) {
        bigContent = number;
        intSize = IntegerSize.BIG_INTEGER;
    }

    private void loadInt(int base) {
        String text = numberText();
        boolean negative = text.charAt(0) == '-';
        String number = text.substring(negative ? 3 : 2);
        if (number.isEmpty()) {
            throw error("a number has no digits", pos);
        }
        setBig(new BigInteger(negative ? "-" + number : number, base));
        int digitBits = base == 16 ? 4 : 1;
        if (fits(number.length(), digitBits, negative, Integer.SIZE)) {
            intSize = IntegerSize.INT;
        } else if (fits(number.length(), digitBits, negative, Long.SIZE)) {
            intSize = IntegerSize.LONG;
        }
        longContent = bigContent.longValue();
    }

    /** Whether so many digits are within a type: one with as many bits as it has must be negative. */
    private boolean fits(int digitCount, int digitBits, boolean negative, int typeBits) {
        int typeDigits = typeBits / digitBits;
        return digitCount < typeDigits || digitCount == typeDigits && bigContent.bitLength() < typeBits
                && (negative || digitBits > 1);
    }

    /**
     * Reads digits, a point and an exponent into {@code digits}.
     *
     * @return the power of ten that belongs to them, or {@link #FAR} where they do not fit
     */
    private int loadDigits() {
        byte[] src = buf;
        int p = numberStart;
        int end = numberEnd;
        isNegative = src[p] == '-';
        p += isNegative ? 1 : 0;
        if (hasUnderscores || end - p > LONG_DIGITS + 1 + EXPONENT_DIGITS) {
            return FAR;
        }
        long number = 0;
        int count = 0;
        int point = -1;
        for (; p < end; p++) {
            byte c = src[p];
            if (c >= '0' && c <= '9') {
                number = number * 10 + c - '0';
                count++;
            } else if (c == '.') {
                point = count;
            } else {
                break;
            }
        }
        digits = number;
        int exponent = p == end ? 0 : exponent(p + 1);
        if (count > LONG_DIGITS || exponent == FAR) {
            return FAR;
        }
        return exponent - (point < 0 ? 0 : count - point);
    }

    private int exponent(int p) {
        byte[] src = buf;
        boolean negative = p < numberEnd && src[p] == '-';
        p += negative || p < numberEnd && src[p] == '+' ? 1 : 0;
        if (p >= numberEnd || numberEnd - p > EXPONENT_DIGITS) {
            return FAR;
        }
        int exponent = 0;
        for (; p < numberEnd; p++) {
            if (!Letters.isDigit(src[p])) {
                return FAR;
            }
            exponent = exponent * 10 + src[p] - '0';
        }
        return negative ? -exponent : exponent;
    }

    private Decimal decimal() {
        requireNumber();
        int power = loadDigits();
        if (power != FAR) {
            if (digits == 0 && isNegative) {
                return Decimal.negativeZero(-power);
            }
            long unscaled = isNegative ? -digits : digits;
            coefficient = BigInteger.valueOf(unscaled);
            return Decimal.valueOf(coefficient, -power);
        }
        String text = numberText().replace('D', 'd');
        if (!asIonJava) {
            return longDecimal(text);
        }
        try {
            return Decimal.valueOf(text.replace('d', 'e'));
        } catch (NumberFormatException e) {
            throw notANumber(e);
        }
    }

    /** A decimal of any exponent that a {@code BigDecimal} may have; its own parser refuses the largest one. */
    private Decimal longDecimal(String text) {
        int mark = text.indexOf('d');
        String number = mark < 0 ? text : text.substring(0, mark);
        int point = number.indexOf('.');
        long scale = (point < 0 ? 0 : number.length() - point - 1) - (mark < 0 ? 0 : longExponent(text.substring(mark + 1)));
        if (scale != (int) scale) {
            throw error("the exponent of a decimal is beyond 32 bits", pos);
        }
        BigInteger unscaled = new BigInteger(number.replace(".", ""));
        boolean isNegativeZero = unscaled.signum() == 0 && isNegative;
        return isNegativeZero ? Decimal.negativeZero((int) scale) : Decimal.valueOf(unscaled, (int) scale);
    }

    /** The number, or one that is too large in any case: no text is so long that its digits would make up for it. */
    private static long longExponent(String text) {
        boolean negative = text.charAt(0) == '-';
        String digits = text.substring(negative || text.charAt(0) == '+' ? 1 : 0);
        int zeros = 0;
        while (zeros < digits.length() - 1 && digits.charAt(zeros) == '0') {
            zeros++;
        }
        long exponent = digits.length() - zeros > LONG_DIGITS ? Long.MAX_VALUE / 2 : Long.parseLong(digits.substring(zeros));
        return negative ? -exponent : exponent;
    }

    private double doubleNumber() {
        requireNumber();
        int power = loadDigits();
        if (power != FAR && digits <= LARGEST_EXACT && power >= -22 && power <= 22) {
            // Both are exact, so that their product or quotient is rounded once.
            double number = power < 0 ? digits / POWERS_OF_TEN[-power] : digits * POWERS_OF_TEN[power];
            return isNegative ? -number : number;
        }
        try {
            return Double.parseDouble(numberText());
        } catch (NumberFormatException e) {
            throw notANumber(e);
        }
    }

    private IonTextException notANumber(Exception cause) {
        return new IonTextException("not a number: " + cause.getMessage() + at(pos), cause);
    }

    private Timestamp timestamp() {
        requireNumber();
        Timestamp plain = hasUnderscores ? null : plainTimestamp(numberStart, numberEnd - numberStart);
        if (plain != null) {
            return plain;
        }
        try {
            return Timestamp.valueOf(numberText());
        } catch (IllegalArgumentException e) {
            throw new IonTextException("not a timestamp: " + e.getMessage() + at(pos), e);
        }
    }

    /** A timestamp whose fields are in range; null for others, which the library judges. */
    private Timestamp plainTimestamp(int at, int len) {
        int year = twoDigits(at) * 100 + twoDigits(at + 2);
        if (len == 5) {
            return year == 0 ? null : Timestamp.forYear(year);
        }
        int month = twoDigits(at + 5);
        if (year == 0 || month < 1 || month > 12) {
            return null;
        }
        if (len == 8) {
            return Timestamp.forMonth(year, month);
        }
        int day = twoDigits(at + 8);
        if (day < 1 || day > MONTH_DAYS[month - 1] || month == 2 && day == 29 && !isLeap(year)) {
            return null;
        }
        return len <= 11 ? Timestamp.forDay(year, month, day) : plainTime(at, len, year, month, day);
    }

    private static boolean isLeap(int year) {
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    private Timestamp plainTime(int at, int len, int year, int month, int day) {
        byte[] src = buf;
        int hour = twoDigits(at + 11);
        int minute = twoDigits(at + 14);
        // Years at the ends of time may leave it by their offsets.
        if (hour > 23 || minute > 59 || year == 1 || year == 9999) {
            return null;
        }
        int end = at + len;
        int p = at + 16;
        int second = -1;
        if (src[p] == ':') {
            second = twoDigits(p + 1);
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
            if (src[p] == 'z' || twoDigits(p + 1) > 23 || twoDigits(p + 4) > 59) {
                return null;
            }
            int minutes = twoDigits(p + 1) * 60 + twoDigits(p + 4);
            offset = src[p] == '+' ? (Integer) minutes : minutes == 0 ? null : (Integer) (-minutes);
            p += 5;
        }
        if (p + 1 != end || fractionLen > LONG_DIGITS) {
            return null;
        }
        if (second < 0) {
            return Timestamp.forMinute(year, month, day, hour, minute, offset);
        }
        return fractionLen <= 0
                ? Timestamp.forSecond(year, month, day, hour, minute, second, offset)
                : withFraction(year, month, day, hour, minute, second, fraction(fractionAt, fractionLen), offset);
    }

    // The one public way that takes seconds and their fraction apart.
    @SuppressWarnings("deprecation")
    private static Timestamp withFraction(int year, int month, int day, int hour, int minute, int second,
            BigDecimal fraction, Integer offset) {
        return new Timestamp(year, month, day, hour, minute, second, fraction, offset);
    }

    private BigDecimal fraction(int at, int len) {
        long number = 0;
        for (int i = 0; i < len; i++) {
            number = number * 10 + buf[at + i] - '0';
        }
        return BigDecimal.valueOf(number, len);
    }

    private int twoDigits(int at) {
        return (buf[at] - '0') * 10 + buf[at + 1] - '0';
    }
}
