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
 * Scalars in Java's types, for {@link ValueReader}. This class makes a value in its own type; ion-java converts it to
 * other types.
 */
final class ScalarReader {
    private final ByteInput input;
    private final NumberScanner scanner;
    private final CurrentValue value;
    private final NumberReader numbers = new NumberReader();

    /** The value in all types for which a caller has asked. */
    private final ValueVariant variant = new ValueVariant();
    private boolean variantFilled;
    /** Whether there is anything to forget. */
    private boolean isUsed;

    ScalarReader(ByteInput input, NumberScanner scanner, CurrentValue value) {
        this.input = input;
        this.scanner = scanner;
        this.value = value;
    }

    /** Forgets the value that was read before. */
    void clear() {
        if (!isUsed) {
            return;
        }
        isUsed = false;
        numbers.clear();
        if (variantFilled) {
            variant.clear();
            variantFilled = false;
        }
    }

    IntegerSize integerSize() {
        return value.isNumber(IonType.INT) ? readIntSize() : null;
    }

    boolean booleanValue() {
        return value.content == CurrentValue.CONTENT_BOOL
                ? value.bool() : convert(AS_TYPE.boolean_value).getBoolean();
    }

    int intValue() {
        requireNumeric();
        if (value.isNumber(IonType.INT) && readIntSize() == IntegerSize.INT) {
            return (int) numbers.longValue();
        }
        return convert(AS_TYPE.int_value).getInt();
    }

    long longValue() {
        requireNumeric();
        if (value.isNumber(IonType.INT) && readIntSize() != IntegerSize.BIG_INTEGER) {
            return numbers.longValue();
        }
        return convert(AS_TYPE.long_value).getLong();
    }

    private void requireNumeric() {
        IonType type = value.type;
        value.requireType(type == IonType.INT || type == IonType.DECIMAL || type == IonType.FLOAT);
    }

    BigInteger bigIntegerValue() {
        value.requireType(value.type == IonType.INT || value.type == IonType.FLOAT);
        return value.isNull() ? null : convert(AS_TYPE.bigInteger_value).getBigInteger();
    }

    double doubleValue() {
        if (value.isNumber(IonType.FLOAT) && !variantFilled) {
            return readDouble();
        }
        return value.content == CurrentValue.CONTENT_DOUBLE
                ? value.number() : convert(AS_TYPE.double_value).getDouble();
    }

    BigDecimal bigDecimalValue() {
        ValueVariant converted = convert(AS_TYPE.decimal_value);
        return converted.isNull() ? null : converted.getBigDecimal();
    }

    Decimal decimalValue() {
        if (value.isNumber(IonType.DECIMAL) && !variantFilled) {
            return readDecimal();
        }
        ValueVariant converted = convert(AS_TYPE.decimal_value);
        return converted.isNull() ? null : converted.getDecimal();
    }

    Date dateValue() {
        ValueVariant converted = convert(AS_TYPE.date_value);
        return converted.isNull() ? null : converted.getDate();
    }

    Timestamp timestampValue() {
        if (value.isNumber(IonType.TIMESTAMP) && !variantFilled) {
            return readTimestamp();
        }
        ValueVariant converted = convert(AS_TYPE.timestamp_value);
        return converted.isNull() ? null : converted.getTimestamp();
    }

    /** The number or timestamp as it is written; null for any other value. */
    String numberText() {
        if (value.content != CurrentValue.CONTENT_NUMBER) {
            return null;
        }
        value.requireNumber();
        return scanner.writtenText(input);
    }

    private IntegerSize readIntSize() {
        value.requireNumber();
        isUsed = true;
        return numbers.intSize(input, scanner, value.numberKind());
    }

    private double readDouble() {
        value.requireNumber();
        return numbers.doubleValue(input, scanner);
    }

    private Decimal readDecimal() {
        value.requireNumber();
        return numbers.decimal(input, scanner);
    }

    private Timestamp readTimestamp() {
        value.requireNumber();
        return TimestampReader.timestamp(input, scanner);
    }

    /** The value as it was read and, if ion-java can convert it, in another type. */
    private ValueVariant convert(int asType) {
        if (!variantFilled) {
            isUsed = true;
            fill();
            variantFilled = true;
        }
        if (!variant.hasValueOfType(asType) && !variant.isNull()) {
            if (value.type == IonType.SYMBOL || !variant.can_convert(asType)) {
                throw new IonException("a value of type " + value.type + " cannot be read so");
            }
            variant.cast(variant.get_conversion_fnid(asType));
        }
        return variant;
    }

    private void fill() {
        switch (value.content) {
            case CurrentValue.CONTENT_NULL -> variant.setValueToNull(value.type);
            case CurrentValue.CONTENT_BOOL -> variant.setValue(value.bool());
            case CurrentValue.CONTENT_DOUBLE -> variant.setValue(value.number());
            case CurrentValue.CONTENT_NUMBER -> fillNumber();
            default -> {
                if (value.type == IonType.STRING) {
                    variant.setValue(value.stringText());
                } else if (value.type == null) {
                    throw new NullPointerException("the reader stands on no value");
                }
            }
        }
    }

    private void fillNumber() {
        switch (value.type) {
            case DECIMAL -> variant.setValue(readDecimal());
            case FLOAT -> variant.setValue(readDouble());
            case TIMESTAMP -> variant.setValue(readTimestamp());
            default -> {
                switch (readIntSize()) {
                    case INT -> variant.setValue((int) numbers.longValue());
                    case LONG -> variant.setValue(numbers.longValue());
                    default -> variant.setValue(numbers.bigValue());
                }
            }
        }
    }
}
