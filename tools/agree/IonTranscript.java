import com.amazon.ion.Decimal;
import com.amazon.ion.IonCatalog;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonSystem;
import com.amazon.ion.IonType;
import com.amazon.ion.SymbolToken;
import com.amazon.ion.Timestamp;
import com.amazon.ion.system.IonSystemBuilder;
import com.amazon.ion.system.SimpleCatalog;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** The events of a reader, written as {@code stringmill-agree} writes those of the reader in Rust. */
final class IonTranscript {
    /** The limit of Rust on the digits of a second. */
    private static final int DIGITS_MAX = 4096;

    private IonTranscript() {}

    /** The shared symbol tables that all readers have. */
    static IonCatalog catalog() {
        IonSystem system = IonSystemBuilder.standard().build();
        SimpleCatalog catalog = new SimpleCatalog();
        catalog.putTable(system.newSharedSymbolTable("known", 1, List.of("k1", "k2", "k3").iterator()));
        catalog.putTable(system.newSharedSymbolTable("shared", 1, List.of("s1", "s2").iterator()));
        return catalog;
    }

    /** The current value of a reader, with field name and annotations; of a container its beginning. */
    static String event(IonReader reader, IonType type) {
        StringBuilder event = new StringBuilder();
        SymbolToken field = reader.getFieldNameSymbol();
        if (field != null) {
            event.append(symbol(field)).append('=');
        }
        for (SymbolToken annotation : reader.getTypeAnnotationSymbols()) {
            event.append(symbol(annotation)).append("::");
        }
        return event.append(value(reader, type)).toString();
    }

    private static String value(IonReader reader, IonType type) {
        if (reader.isNullValue()) {
            return "null." + type.name().toLowerCase(Locale.ROOT);
        }
        return switch (type) {
            case BOOL -> String.valueOf(reader.booleanValue());
            case INT -> "int:" + integer(reader);
            case FLOAT -> String.format("float:%016x", Double.doubleToLongBits(reader.doubleValue()));
            case DECIMAL -> "decimal:" + decimal(reader.decimalValue());
            case TIMESTAMP -> "timestamp:" + fields(reader.timestampValue());
            case SYMBOL -> "symbol:" + symbol(reader.symbolValue());
            case STRING -> "string:" + text(reader.stringValue());
            case CLOB -> "clob:" + HexFormat.of().formatHex(reader.newBytes());
            case BLOB -> "blob:" + HexFormat.of().formatHex(reader.newBytes());
            case LIST -> "[";
            case SEXP -> "(";
            case STRUCT -> "{";
            default -> throw new IllegalStateException("no type of a value: " + type);
        };
    }

    private static String integer(IonReader reader) {
        BigInteger value = reader.bigIntegerValue();
        boolean isSame = switch (reader.getIntegerSize()) {
            case INT -> value.equals(BigInteger.valueOf(reader.intValue()));
            case LONG -> value.equals(BigInteger.valueOf(reader.longValue()));
            case BIG_INTEGER -> true;
        };
        return isSame ? value.toString(16) : value + ", and another one as int or long";
    }

    private static String decimal(Decimal decimal) {
        return (decimal.isNegativeZero() ? "-" : "") + decimal.unscaledValue() + "d" + -(long) decimal.scale();
    }

    @SuppressWarnings("deprecation") // getZFractionalSecond alone computes nothing
    private static String fields(Timestamp time) {
        int count = switch (time.getPrecision()) {
            case YEAR -> 1;
            case MONTH -> 2;
            case DAY -> 3;
            case MINUTE -> 5;
            default -> 6;
        };
        BigDecimal part = time.getZFractionalSecond();
        // Sums of such numbers take minutes.
        if (part != null && part.scale() > DIGITS_MAX) {
            return "more digits than Rust takes";
        }
        BigDecimal fraction = time.getDecimalSecond().remainder(BigDecimal.ONE);
        String digits = fraction.scale() == 0 ? "" : fraction.toPlainString().substring("0.".length());
        Integer offset = time.getLocalOffset();
        return count + "," + time.getYear() + "," + time.getMonth() + "," + time.getDay() + "," + time.getHour() + ","
                + time.getMinute() + "," + time.getSecond() + "." + digits + "," + (offset == null ? "unknown" : offset);
    }

    private static String symbol(SymbolToken symbol) {
        return symbol.getText() == null ? "$" + symbol.getSid() : "'" + text(symbol.getText());
    }

    /** A text without blanks, controls and brackets. */
    private static String text(String text) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c == 0x7F || "\\[](){}".indexOf(c) >= 0) {
                shown.append(String.format("\\%02x", (int) c));
            } else {
                shown.append(c);
            }
        }
        return shown.toString();
    }
}
