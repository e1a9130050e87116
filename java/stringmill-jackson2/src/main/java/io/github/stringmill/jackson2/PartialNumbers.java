package io.github.stringmill.jackson2;

import com.fasterxml.jackson.core.io.NumberInput;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigInteger;

/** Nodes of numbers, of the types that {@code ObjectMapper.readTree} chooses. */
final class PartialNumbers {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Each integer of that many characters is a {@code long}. */
    private static final int LONG_LEN = 18;

    /** From this length on, the time of {@code new BigInteger} grows with the square of the length. */
    private static final int LONG_TEXT = 500;

    private PartialNumbers() {}

    /** Returns the node of an integer; null if {@code BigInteger} cannot hold it. */
    static JsonNode integer(String digits) {
        if (digits.length() <= LONG_LEN) {
            long value = Long.parseLong(digits);
            return (int) value == value ? NODES.numberNode((int) value) : NODES.numberNode(value);
        }
        try {
            BigInteger value = NumberInput.parseBigInteger(digits, digits.length() > LONG_TEXT);
            return value.bitLength() < Long.SIZE ? NODES.numberNode(value.longValue()) : NODES.numberNode(value);
        } catch (ArithmeticException | NumberFormatException e) {
            return null;
        }
    }

    /** Returns the node of a number with a point or an exponent; null if {@code BigDecimal} cannot hold it. */
    static JsonNode decimal(String digits, boolean isBigDecimal) {
        if (!isBigDecimal) {
            return NODES.numberNode(Double.parseDouble(digits));
        }
        try {
            return NODES.numberNode(NumberInput.parseBigDecimal(digits, false));
        } catch (ArithmeticException | NumberFormatException e) {
            return null;
        }
    }
}
