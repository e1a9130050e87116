package io.github.stringmill.ion.writer;

import com.amazon.ion.Decimal;
import com.amazon.ion.SymbolTable;
import com.amazon.ion.SymbolToken;
import com.amazon.ion.Timestamp;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;

/** Random scalars of every type, unusual ones more often. */
final class RandomValues {
    private static final String[] SYMBOLS = {
        "a", "name", "id", "value", "$", "$1", "$0", "$10", "$10a", "$ion", "$ion_1_0", "$ion_1_1a",
        "$ion_symbol_table", "$ion_shared_symbol_table", "symbols", "imports", "max_id", "version", "null", "true",
        "false", "nan", "nullable", "null.int", "nul", "truer", "inf", "+inf", "-inf", "+", "-", "--", "/", "*/",
        "?", "<=", ".", "..", "=>", "@", "`", "#", ";", "!", "a.b", "a-b", "a+", "+a", "1", "1a", "_", "__", "_1",
        "$a$", "", " ", "a b", "'", "'''", "\"", "\\", "\n", "\0", "\u007f", "\u0080", "\u009f", "\u00a0", "\u00e4",
        "gr\u00f6\u00dfe", "\u0416", "\u6f22\u5b57", "\uffff", "\ud83d\ude00", "x\ud83d\ude00y", "apple", "pear",
        "oak", "\u00e4sche", "an_identifier_that_is_a_good_deal_longer_than_most",
        "a name that is longer than all that are kept, which is so with more than sixty-four characters",
    };

    private static final String[] SPECIALS = {
        "\"", "\\", "'", "'''", "\n", "\r\n", "\r", "\t", "\0", "\u0001", "\u0007", "\b", "\u000b", "\f", "\u001f",
        "\u007f", "\u0080", "\u0085", "\u009f", "\u00a0", "\u00e4", "\u00ff", "\u0100", "\u07ff", "\u0800",
        "\u2028", "\ud7ff", "\ue000", "\uffff", "\ud800\udc00", "\udbff\udfff", "\ud83d\ude00", "?", "/",
    };

    private final Random random;

    RandomValues(Random random) {
        this.random = random;
    }

    <T> T one(T[] values) {
        return values[random.nextInt(values.length)];
    }

    /** The text of a symbol; seldom with half a surrogate pair. */
    String symbol() {
        return switch (random.nextInt(12)) {
            // ion-java writes operators with comment marks without quotes, which SymbolsComeBackTest covers.
            case 0 -> string().replace("//", "/").replace("/*", "/");
            case 1, 2 -> "field" + random.nextInt(300);
            default -> one(SYMBOLS);
        };
    }

    String string() {
        int len = switch (random.nextInt(12)) {
            case 0 -> 0;
            case 1 -> 60 + random.nextInt(10);
            case 2 -> random.nextInt(300);
            case 3 -> random.nextInt(30) == 0 ? random.nextInt(20_000) : 2040 + random.nextInt(20);
            default -> random.nextInt(24);
        };
        int rare = one(new Integer[] {0, 0, 2, 10, 40, 400});
        StringBuilder text = new StringBuilder();
        while (text.length() < len) {
            text.append(rare > 0 && random.nextInt(rare) == 0 ? one(SPECIALS) : (char) (' ' + random.nextInt(95)));
        }
        if (random.nextInt(60) == 0) {
            text.insert(random.nextInt(text.length() + 1), (char) (0xD800 + random.nextInt(0x800)));
        }
        return text.toString();
    }

    /** A symbol with text, with an ID alone, or with both. */
    SymbolToken token() {
        return switch (random.nextInt(4)) {
            case 0 -> new Annotations.Token(null, random.nextInt(16) - (random.nextInt(20) == 0 ? 3 : 0));
            case 1 -> new Annotations.Token(symbol(), random.nextInt(16));
            default -> new Annotations.Token(symbol(), SymbolTable.UNKNOWN_SYMBOL_ID);
        };
    }

    long integer() {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(200) - 100;
            case 1 -> one(new Long[] {0L, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1, 999_999_999_999_999_999L,
                1_000_000_000_000_000_000L, -1_000_000_000_000_000_000L});
            default -> random.nextLong() >> random.nextInt(64);
        };
    }

    BigInteger bigInteger() {
        if (random.nextInt(3) == 0) {
            return new BigInteger(random.nextInt(300), random);
        }
        BigInteger value = BigInteger.valueOf(integer());
        return random.nextBoolean() ? value : value.multiply(BigInteger.valueOf(integer()));
    }

    BigDecimal decimal() {
        if (random.nextInt(8) == 0) {
            return Decimal.negativeZero(random.nextInt(24) - 8);
        }
        int scale = switch (random.nextInt(8)) {
            case 0 -> one(new Integer[] {Integer.MAX_VALUE, Integer.MIN_VALUE + 1, 1000, -1000});
            default -> random.nextInt(40) - 12;
        };
        BigInteger coefficient = random.nextInt(6) == 0 ? BigInteger.ZERO : bigInteger();
        return random.nextBoolean() ? new BigDecimal(coefficient, scale) : Decimal.valueOf(coefficient, scale);
    }

    double floating() {
        return switch (random.nextInt(6)) {
            case 0 -> one(new Double[] {0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY,
                Double.MIN_VALUE, Double.MAX_VALUE, Double.MIN_NORMAL, 1e22, 1e23, 9007199254740993.0, 2e-3, 1e7,
                9999999.0});
            case 1 -> Double.longBitsToDouble(random.nextLong());
            case 2 -> random.nextInt(2_000_000) - 1_000_000;
            case 3 -> (random.nextInt(2_000_000) - 1_000_000) / Math.pow(10, random.nextInt(12));
            case 4 -> random.nextLong() >> random.nextInt(60);
            default -> random.nextDouble() * Math.pow(10, random.nextInt(40) - 20);
        };
    }

    Timestamp timestamp() {
        int year = random.nextInt(8) == 0 ? 1 + random.nextInt(9999) : 1990 + random.nextInt(60);
        int month = 1 + random.nextInt(12);
        int day = random.nextInt(4) == 0 ? 1 : 1 + random.nextInt(28);
        int hour = random.nextInt(24);
        int minute = random.nextInt(60);
        Integer offset = switch (random.nextInt(4)) {
            case 0 -> null;
            case 1 -> 0;
            default -> random.nextInt(2 * 1439 + 1) - 1439;
        };
        try {
            return switch (random.nextInt(8)) {
                case 0 -> Timestamp.forYear(year);
                case 1 -> Timestamp.forMonth(year, month);
                case 2 -> Timestamp.forDay(year, month, day);
                case 3 -> Timestamp.forMinute(year, month, day, hour, minute, offset);
                case 4 -> Timestamp.forMillis(random.nextLong() >> 20, offset);
                case 5 -> Timestamp.forSecond(year, month, day, hour, minute, random.nextInt(60), offset);
                default -> Timestamp.forSecond(year, month, day, hour, minute, second(), offset);
            };
        } catch (IllegalArgumentException e) {
            // An offset may lead out of the years 1 to 9999.
            return Timestamp.forYear(year);
        }
    }

    private BigDecimal second() {
        int scale = random.nextInt(3) == 0 ? random.nextInt(30) : random.nextInt(10);
        BigInteger below = BigInteger.TEN.pow(scale);
        BigInteger fraction = random.nextInt(4) == 0 ? BigInteger.ZERO : new BigInteger(200, random).mod(below);
        return new BigDecimal(fraction, scale).add(new BigDecimal(random.nextInt(60)));
    }

    byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(20) == 0 ? random.nextInt(10_000) : random.nextInt(40)];
        random.nextBytes(bytes);
        if (random.nextBoolean()) {
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (' ' + (bytes[i] & 0xFF) % 95);
            }
        }
        return bytes;
    }
}
