package io.github.stringmill.ion.reader;

import com.amazon.ion.IonType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * Identifiers that are not symbols, and the type names after {@code null.}, for {@link SymbolParser} and {@link
 * NameReader}.
 */
final class Keywords {
    static final int NONE = 0;
    static final int TRUE = 1;
    static final int FALSE = 2;
    static final int NULL = 3;
    static final int NAN = 4;
    /** A dollar sign and digits. */
    static final int SYMBOL_ID = 5;

    static final int LONGEST_TYPE = "timestamp".length();

    private static final byte[][] TYPE_NAMES = Arrays.stream(IonType.values())
            .filter(type -> type != IonType.DATAGRAM)
            .map(type -> type.name().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.US_ASCII))
            .toArray(byte[][]::new);

    private Keywords() {}

    /** The keyword that the identifier {@code src[from, to)} is, or {@link #NONE}. */
    static int of(byte[] src, int from, int to) {
        switch (src[from]) {
            case 't' -> {
                return is("true", src, from, to) ? TRUE : NONE;
            }
            case 'f' -> {
                return is("false", src, from, to) ? FALSE : NONE;
            }
            case 'n' -> {
                return is("null", src, from, to) ? NULL : is("nan", src, from, to) ? NAN : NONE;
            }
            case '$' -> {
                for (int i = from + 1; i < to; i++) {
                    if (!Letters.isDigit(src[i])) {
                        return NONE;
                    }
                }
                return to - from > 1 ? SYMBOL_ID : NONE;
            }
            default -> {
                return NONE;
            }
        }
    }

    private static boolean is(String word, byte[] src, int from, int to) {
        if (to - from != word.length()) {
            return false;
        }
        for (int i = 1; i < word.length(); i++) {
            if (src[from + i] != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** The type with a name; null if there is none. */
    static IonType type(byte[] src, int from, int len) {
        for (int i = 0; i < TYPE_NAMES.length; i++) {
            if (len == TYPE_NAMES[i].length && Arrays.equals(src, from, from + len, TYPE_NAMES[i], 0, len)) {
                return IonType.values()[i];
            }
        }
        return null;
    }

    /**
     * As {@link #type}, but like ion-java by the types that have each letter in its place; a list counts as int and
     * float.
     */
    static IonType typeAsIonJava(byte[] src, int from, int len) {
        int possible = -1;
        for (int i = 0; i < len; i++) {
            possible &= typesWith(src[from + i], i);
        }
        for (IonType type : IonType.values()) {
            if (type != IonType.DATAGRAM && possible == bits(type) && len == TYPE_NAMES[type.ordinal()].length) {
                return type;
            }
        }
        return null;
    }

    /** How many letters may start the name of a type, by ion-java's rule. */
    static int typeLetters(byte[] src, int from, int len) {
        int possible = -1;
        for (int i = 0; i < len; i++) {
            possible &= typesWith(src[from + i], i);
            if (possible == 0) {
                return i;
            }
        }
        return len;
    }

    private static int typesWith(byte letter, int place) {
        int types = 0;
        for (int i = 0; i < TYPE_NAMES.length; i++) {
            if (place < TYPE_NAMES[i].length && TYPE_NAMES[i][place] == letter) {
                types |= bits(IonType.values()[i]);
            }
        }
        return types;
    }

    private static int bits(IonType type) {
        return type == IonType.LIST ? bits(IonType.INT) | bits(IonType.FLOAT) : 1 << type.ordinal();
    }
}
