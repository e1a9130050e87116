package io.github.stringmill.spark.convert;

import com.amazon.ion.Decimal;
import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.IonWriter;
import com.amazon.ion.OffsetSpan;
import com.amazon.ion.SpanProvider;
import com.amazon.ion.SymbolToken;
import io.github.stringmill.ErrorCode;
import io.github.stringmill.JsonEscape;
import io.github.stringmill.Profile;
import io.github.stringmill.StringmillException;
import io.github.stringmill.ion.StringmillIonReaderBuilder;
import io.github.stringmill.ion.StringmillIonTextWriterBuilder;
import io.github.stringmill.ion.reader.TextReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Converts one Ion value, text or binary, to JSON, with the bytes of {@code smill convert --to json} without the line
 * end. Standard: Ion cookbook, "Down-converting to JSON".
 */
public final class IonToJson {
    private static final JsonEscape STRING = JsonEscape.JSON;
    private static final JsonEscape CLOB = JsonEscape.of(Profile.of("ascii:delete"));
    private static final StringmillIonReaderBuilder READERS =
            StringmillIonReaderBuilder.standard().withGzipDecompressionEnabled(false).immutable();
    private static final String RESERVED = "$ion_";
    /**
     * The most bits of an int that is converted to base 10. The core has the same limit, because the time is
     * quadratic.
     */
    private static final int LONG_BITS_MAX = 1 << 17;
    private static final int DEPTH_MAX = 1024;

    private final IonReader reader;
    private final boolean isTyped;
    private final TextBuffer out;

    private IonToJson(IonReader reader, boolean isTyped, int len) {
        this.reader = reader;
        this.isTyped = isTyped;
        out = new TextBuffer(len + len / 4L);
    }

    /**
     * Converts the only value of {@code src[from, from + len)}.
     *
     * @param src Ion, text or binary
     * @param from the start of the value in {@code src}
     * @param len its length in bytes
     * @param isTyped whether the JSON keeps the types of Ion, as {@code --typed} does
     * @return JSON in UTF-8
     * @throws StringmillException the first error of the Ion data, with its place;
     *     {@link ErrorCode#CONVERT_ONE_VALUE} if there is no value or more than one;
     *     {@link ErrorCode#LIMIT_DEPTH}; {@link ErrorCode#LIMIT_STRING_LEN} for an int of base 2 or 16 that is too long
     */
    public static byte[] of(byte[] src, int from, int len, boolean isTyped) {
        try (IonReader reader = READERS.build(src, from, len)) {
            IonToJson converter = new IonToJson(reader, isTyped, len);
            try {
                return converter.onlyValue(len);
            } catch (IonException | IllegalArgumentException e) {
                throw IonErrors.of(e, src, from, len, converter.offsetAfterError());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Converts the current value of a reader, and moves past its members.
     *
     * @param reader a reader on a value
     * @param isTyped whether the JSON keeps the types of Ion
     * @param expectedLen the length of the value, roughly
     * @return JSON in UTF-8
     * @throws IonException the first error of the Ion data
     * @throws StringmillException as {@link #of}
     */
    public static byte[] current(IonReader reader, boolean isTyped, int expectedLen) {
        IonToJson converter = new IonToJson(reader, isTyped, expectedLen);
        converter.value(reader.getType(), 0);
        return converter.out.toByteArray();
    }

    /** The offset of the current value; 0 if the error was before the first one. */
    private long offsetAfterError() {
        try {
            return offset();
        } catch (IllegalStateException e) {
            return 0;
        }
    }

    private byte[] onlyValue(int len) {
        IonType type = reader.next();
        if (type == null) {
            throw new StringmillException(ErrorCode.CONVERT_ONE_VALUE, len);
        }
        value(type, 0);
        if (reader.next() != null) {
            throw new StringmillException(ErrorCode.CONVERT_ONE_VALUE, offset());
        }
        return out.toByteArray();
    }

    /** The offset of the current value from the start of the data; 0 if the reader does not know it. */
    private long offset() {
        SpanProvider spans = reader.asFacet(SpanProvider.class);
        return spans == null ? 0 : spans.currentSpan().asFacet(OffsetSpan.class).getStartOffset();
    }

    private void value(IonType type, int depth) {
        SymbolToken[] annotations = isTyped ? reader.getTypeAnnotationSymbols() : SymbolToken.EMPTY_ARRAY;
        if (annotations.length > 0) {
            out.put("{\"$ion_annotations\":[");
            for (int i = 0; i < annotations.length; i++) {
                if (i > 0) {
                    out.put(',');
                }
                typedSymbol(annotations[i]);
            }
            out.put("],\"$ion_value\":");
        }
        if (reader.isNullValue()) {
            out.put(isTyped && type != IonType.NULL ? "{\"$ion_null\":\"" + name(type) + "\"}" : "null");
        } else if (IonType.isContainer(type)) {
            container(type, depth);
        } else {
            scalar(type);
        }
        if (annotations.length > 0) {
            out.put('}');
        }
    }

    private static String name(IonType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    private void container(IonType type, int depth) {
        if (depth == DEPTH_MAX) {
            throw new StringmillException(ErrorCode.LIMIT_DEPTH, offset());
        }
        boolean isStruct = type == IonType.STRUCT;
        boolean isTypedSexp = isTyped && type == IonType.SEXP;
        out.put(isTypedSexp ? "{\"$ion_sexp\":[" : isStruct ? "{" : "[");
        reader.stepIn();
        boolean isFirst = true;
        IonType item;
        while ((item = reader.next()) != null) {
            if (!isFirst) {
                out.put(',');
            }
            isFirst = false;
            if (isStruct) {
                fieldName(reader.getFieldNameSymbol());
            }
            value(item, depth + 1);
        }
        reader.stepOut();
        out.put(isTypedSexp ? "]}" : isStruct ? "}" : "]");
    }

    private void fieldName(SymbolToken name) {
        String text = name.getText();
        if (text == null) {
            string(isTyped ? "$ion_id:" + typedId(name) : "$" + name.getSid());
        } else {
            string(isTyped && text.startsWith(RESERVED) ? "$ion_name:" + text : text);
        }
        out.put(':');
    }

    private void string(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        out.put('"');
        out.escape(STRING, utf8, 0, utf8.length, null);
        out.put('"');
    }

    /** The ID of a symbol without known text. An undefined ID of a local table counts as symbol zero. */
    private int typedId(SymbolToken symbol) {
        return symbol.getSid() <= reader.getSymbolTable().getImportedMaxId() ? symbol.getSid() : 0;
    }

    private void typedSymbol(SymbolToken symbol) {
        if (symbol.getText() == null) {
            out.put(Integer.toString(typedId(symbol)));
        } else {
            string(symbol.getText());
        }
    }

    private void scalar(IonType type) {
        switch (type) {
            case BOOL -> out.put(reader.booleanValue() ? "true" : "false");
            case STRING -> string(reader.stringValue());
            case INT, DECIMAL, FLOAT, TIMESTAMP -> spelled(type);
            default -> {
                if (isTyped) {
                    out.put("{\"$ion_" + name(type) + "\":");
                }
                text(type);
                if (isTyped) {
                    out.put('}');
                }
            }
        }
    }

    private void text(IonType type) {
        if (type == IonType.SYMBOL) {
            SymbolToken symbol = reader.symbolValue();
            if (symbol == null) {
                throw new StringmillException(ErrorCode.ION_SYMBOL_ID, offset());
            }
            if (isTyped) {
                typedSymbol(symbol);
            } else {
                string(symbol.getText() == null ? "$" + symbol.getSid() : symbol.getText());
            }
            return;
        }
        out.put('"');
        if (type == IonType.CLOB) {
            out.escapeLatin1(CLOB, reader.newBytes());
        } else {
            out.base64(reader.newBytes());
        }
        out.put('"');
    }

    private void spelled(IonType type) {
        String text = spelling(type);
        boolean isSpecial = type == IonType.FLOAT && (text.endsWith("n") || text.endsWith("f"));
        boolean isObject = isTyped && switch (type) {
            case INT -> base(text) != 10;
            case DECIMAL -> !text.contains(".") || text.endsWith(".") || text.indexOf('d') >= 0
                    || text.indexOf('D') >= 0;
            case FLOAT -> isSpecial;
            default -> true;
        };
        if (isObject) {
            out.put("{\"$ion_" + name(type) + "\":");
            string(text);
            out.put('}');
        } else if (type == IonType.TIMESTAMP) {
            string(text);
        } else if (isSpecial || type == IonType.FLOAT && !isTyped && Double.isInfinite(reader.doubleValue())) {
            out.put("null");
        } else {
            number(text);
        }
    }

    /** The number or timestamp in the spelling of the input; of binary Ion, in the spelling of our text writer. */
    private String spelling(IonType type) {
        if (type == IonType.TIMESTAMP) {
            // Called for its check of the date.
            reader.timestampValue();
        }
        String text = reader instanceof TextReader ? ((TextReader) reader).numberText() : null;
        if (text != null) {
            return text;
        }
        StringBuilder written = new StringBuilder();
        try (IonWriter writer = StringmillIonTextWriterBuilder.standard().build(written)) {
            switch (type) {
                case INT -> writer.writeInt(bounded(reader.bigIntegerValue()));
                case DECIMAL -> {
                    Decimal decimal = reader.decimalValue();
                    bounded(decimal.unscaledValue());
                    writer.writeDecimal(decimal);
                }
                case FLOAT -> writer.writeFloat(reader.doubleValue());
                default -> writer.writeTimestamp(reader.timestampValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return written.toString();
    }

    private BigInteger bounded(BigInteger number) {
        if (number.bitLength() > LONG_BITS_MAX) {
            throw new StringmillException(ErrorCode.LIMIT_STRING_LEN, offset());
        }
        return number;
    }

    private static int base(String text) {
        int digits = text.startsWith("-") ? 1 : 0;
        boolean hasLetter = text.length() > digits + 1 && text.charAt(digits) == '0';
        return switch (hasLetter ? text.charAt(digits + 1) : '0') {
            case 'x', 'X' -> 16;
            case 'b', 'B' -> 2;
            default -> 10;
        };
    }

    /**
     * Returns the value of digits of base 2 or 16 with {@code bitsEach} bits each. Limits the digits after leading
     * zeros, because {@code BigInteger} takes quadratic time to parse them.
     */
    private BigInteger magnitude(String digits, int bitsEach) {
        int from = 0;
        while (from < digits.length() && digits.charAt(from) == '0') {
            from++;
        }
        if (digits.length() - from > LONG_BITS_MAX / bitsEach) {
            throw new StringmillException(ErrorCode.LIMIT_STRING_LEN, offset());
        }
        byte[] bytes = new byte[((digits.length() - from) * bitsEach + 7) / 8];
        int bit = 0;
        for (int i = digits.length() - 1; i >= from; i--) {
            bytes[bytes.length - 1 - bit / 8] |= (byte) (Character.digit(digits.charAt(i), 16) << bit % 8);
            bit += bitsEach;
        }
        return new BigInteger(1, bytes);
    }

    /** Writes a finite number: drops underscores and a point without a digit after it, and writes {@code d} as e. */
    private void number(String text) {
        int base = base(text);
        if (base != 10) {
            int sign = text.startsWith("-") ? 1 : 0;
            BigInteger magnitude = magnitude(text.substring(sign + 2).replace("_", ""), base == 16 ? 4 : 1);
            out.put((sign == 0 ? magnitude : magnitude.negate()).toString());
            return;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isBarePoint = c == '.' && (i + 1 == text.length() || !Character.isDigit(text.charAt(i + 1)));
            if (c == 'd' || c == 'D') {
                out.put('e');
            } else if (c != '_' && !isBarePoint) {
                out.put(c);
            }
        }
    }
}
