package io.github.stringmill.internal;

import io.github.stringmill.IllFormed;
import io.github.stringmill.IllFormedUtf16;
import io.github.stringmill.internal.EscapeRules.NonAscii;
import java.util.Arrays;

/**
 * Rules of a table of escape codes, as Java's JSON writers keep them: for each ASCII character 0 for no escape, the
 * letter after the backslash, or a negative number for {@code \}{@code u00XX}.
 *
 * <p>Immutable, except that rules are made at their first use. All generators share the tables that were used last.
 */
public final class CodedRules {
    /** The least length of a table. */
    public static final int TABLE_LEN = 128;

    private static final int KINDS = 2 * NonAscii.values().length;
    private static final CodedRules STANDARD = standard();

    /** The tables that were used last. A thread may overwrite the entry of another, which costs only time. */
    private static final CodedRules[] RECENT = new CodedRules[8];

    private static int oldest;

    /** The array that the codes were copied from. */
    private final int[] table;

    private final int[] codes;
    private final EscapeRules[] rulesByKind = new EscapeRules[KINDS];
    private final JsonEscapeUtf8Driver[] checkingDrivers = new JsonEscapeUtf8Driver[2 * IllFormed.values().length];

    private CodedRules(int[] table) {
        this.table = table;
        this.codes = Arrays.copyOf(table, TABLE_LEN);
    }

    private static CodedRules standard() {
        int[] codes = new int[TABLE_LEN];
        Arrays.fill(codes, 0, 0x20, -1);
        for (int i = 0; i < EscapeRules.SHORT_FORMS.length(); i += 2) {
            codes[EscapeRules.SHORT_FORMS.charAt(i)] = EscapeRules.SHORT_FORMS.charAt(i + 1);
        }
        CodedRules rules = new CodedRules(codes);
        for (NonAscii nonAscii : NonAscii.values()) {
            rules.rules(nonAscii, false);
            rules.rules(nonAscii, true);
        }
        return rules;
    }

    /** Returns the table that escapes only the characters of RFC 8259, in their short forms if they have one. */
    public static CodedRules ofStandard() {
        return STANDARD;
    }

    /**
     * Returns the rules of {@link #ofStandard} that escape only the characters of RFC 8259.
     *
     * @param nonAscii the rule for characters above U+007F
     * @param upperHex whether digits are upper case
     * @return rules that are made once
     */
    public static EscapeRules standard(NonAscii nonAscii, boolean upperHex) {
        return STANDARD.rulesByKind[kind(nonAscii, upperHex)];
    }

    /**
     * Returns the rules of a table.
     *
     * @param table at least 128 codes; the rest is ignored
     * @param jacksons whether the table is one of Jackson, see {@link #isOf}
     * @return one object for each set of codes, as long as few others are used
     */
    static CodedRules of(int[] table, boolean jacksons) {
        for (CodedRules recent : RECENT) {
            if (recent != null && recent.isOf(table, jacksons)) {
                return recent;
            }
        }
        CodedRules coded = new CodedRules(table);
        int at = oldest & RECENT.length - 1;
        RECENT[at] = coded;
        oldest = at + 1;
        return coded;
    }

    /**
     * Returns whether these rules are those of a table now.
     *
     * @param table at least 128 codes; the rest is ignored
     * @param jacksons whether the table is one of Jackson. Generators share these, and the code of the slash may change
     *     when another generator is made; no other code does. A table of an application is compared whole.
     */
    boolean isOf(int[] table, boolean jacksons) {
        return jacksons ? table == this.table && table['/'] == codes['/']
                : Arrays.equals(table, 0, TABLE_LEN, codes, 0, TABLE_LEN);
    }

    private static int kind(NonAscii nonAscii, boolean upperHex) {
        return 2 * nonAscii.ordinal() + (upperHex ? 1 : 0);
    }

    /**
     * Returns the rules of this table.
     *
     * @param nonAscii the rule for characters above U+007F
     * @param upperHex whether digits are upper case
     */
    EscapeRules rules(NonAscii nonAscii, boolean upperHex) {
        int kind = kind(nonAscii, upperHex);
        EscapeRules rules = rulesByKind[kind];
        if (rules == null) {
            rules = of(codes, nonAscii, upperHex);
            rulesByKind[kind] = rules;
        }
        return rules;
    }

    /**
     * Returns a driver that escapes by this table and checks UTF-8.
     *
     * @param policy the policy for ill-formed input
     * @param upperHex whether digits are upper case
     */
    JsonEscapeUtf8Driver checkingDriver(IllFormed policy, boolean upperHex) {
        int kind = 2 * policy.ordinal() + (upperHex ? 1 : 0);
        JsonEscapeUtf8Driver driver = checkingDrivers[kind];
        if (driver == null) {
            EscapeRules rules = rules(NonAscii.CHECKED, upperHex);
            Escapes escapes = new Escapes(texts(rules), lengths(rules), new int[0], upperHex, false, false);
            driver = new JsonEscapeUtf8Driver(new EscapePlan(escapes, policy, IllFormedUtf16.REJECT));
            checkingDrivers[kind] = driver;
        }
        return driver;
    }

    private static long[] texts(EscapeRules rules) {
        long[] texts = new long[TABLE_LEN];
        Arrays.setAll(texts, rules::text);
        return texts;
    }

    private static byte[] lengths(EscapeRules rules) {
        byte[] lengths = new byte[TABLE_LEN];
        for (int c = 0; c < TABLE_LEN; c++) {
            lengths[c] = (byte) rules.length(c);
        }
        return lengths;
    }

    private static EscapeRules of(int[] codes, NonAscii nonAscii, boolean upperHex) {
        long[] texts = new long[TABLE_LEN];
        byte[] lengths = new byte[TABLE_LEN];
        byte[] escape = new byte[8];
        for (int c = 0; c < TABLE_LEN; c++) {
            if (codes[c] < 0) {
                PureJsonEscapeTable.putUnicode(upperHex, c, escape, 0);
                texts[c] = Words.load8(escape, 0);
                lengths[c] = 6;
            } else if (codes[c] > 0) {
                texts[c] = '\\' | (codes[c] & 0xFF) << 8;
                lengths[c] = 2;
            }
        }
        return new EscapeRules(texts, lengths, nonAscii, upperHex);
    }

    /**
     * Writes one character by the rules, a lone surrogate as its escape. For characters at which kernels stop.
     *
     * @param rules the rules
     * @param src the text
     * @param at the index of the character
     * @param to the end of the text
     * @param dst the destination, with space for twelve bytes
     * @param put the index of the output
     * @return the number of bytes written
     */
    public static int putCharacter(EscapeRules rules, char[] src, int at, int to, byte[] dst, int put) {
        long progress = PureJsonEscapeUtf16.escape(rules, src, at, Math.min(to, at + charCount(src, at, to)),
                dst, put, put + 12);
        if (Kernels.read(progress) != 0) {
            return Kernels.written(progress);
        }
        PureJsonEscapeTable.putUnicode(rules.upperHex(), src[at], dst, put);
        return 6;
    }

    /**
     * Returns the length of the character at {@code at} in code units.
     *
     * @param src the text
     * @param at the index of the character
     * @param to the end of the text
     * @return 2 for a pair of surrogates, else 1
     */
    public static int charCount(char[] src, int at, int to) {
        return Character.charCount(Character.codePointAt(src, at, to));
    }
}
