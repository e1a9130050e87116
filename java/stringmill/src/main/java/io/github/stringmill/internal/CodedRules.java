package io.github.stringmill.internal;

import io.github.stringmill.IllFormed;
import io.github.stringmill.IllFormedUtf16;
import io.github.stringmill.internal.EscapeRules.NonAscii;
import java.util.Arrays;

/**
 * Builds rules from a table of escape codes, as Java's JSON writers keep them: for each ASCII character 0 for no
 * escape, the letter after the backslash, or a negative number for {@code \}{@code u00XX}.
 *
 * <p>An object remembers the last table, by content: callers may share such tables and change them.
 */
public final class CodedRules {
    /** The least length of a table. */
    public static final int TABLE_LEN = 128;

    private static final int KINDS = 2 * NonAscii.values().length;
    private static final EscapeRules[] STANDARD = standard();

    private int[] seen;
    private EscapeRules[] made;
    private JsonEscapeUtf8Driver checking;
    private IllFormed checkingPolicy;
    private boolean checkingUpperHex;

    /** Makes an object that remembers no table. */
    public CodedRules() {}

    private static EscapeRules[] standard() {
        int[] codes = new int[TABLE_LEN];
        Arrays.fill(codes, 0, 0x20, -1);
        String letters = "\bb\tt\nn\ff\rr\"\"\\\\";
        for (int i = 0; i < letters.length(); i += 2) {
            codes[letters.charAt(i)] = letters.charAt(i + 1);
        }
        EscapeRules[] rules = new EscapeRules[KINDS];
        for (NonAscii nonAscii : NonAscii.values()) {
            rules[kind(nonAscii, false)] = of(codes, nonAscii, false);
            rules[kind(nonAscii, true)] = of(codes, nonAscii, true);
        }
        return rules;
    }

    private static int kind(NonAscii nonAscii, boolean upperHex) {
        return 2 * nonAscii.ordinal() + (upperHex ? 1 : 0);
    }

    /**
     * Returns the rules that escape only the characters of RFC 8259, in their short forms if they have one.
     *
     * @param nonAscii the rule for characters above U+007F
     * @param upperHex whether digits are upper case
     * @return rules that are made once
     */
    public static EscapeRules standard(NonAscii nonAscii, boolean upperHex) {
        return STANDARD[kind(nonAscii, upperHex)];
    }

    /**
     * Returns the rules of a table.
     *
     * @param codes at least 128 codes; the rest is ignored
     * @param nonAscii the rule for characters above U+007F
     * @param upperHex whether digits are upper case
     * @return the rules; new ones if the table has changed
     */
    public EscapeRules rules(int[] codes, NonAscii nonAscii, boolean upperHex) {
        see(codes);
        int kind = kind(nonAscii, upperHex);
        if (made[kind] == null) {
            made[kind] = of(seen, nonAscii, upperHex);
        }
        return made[kind];
    }

    /**
     * Returns a driver that escapes by a table and checks UTF-8.
     *
     * @param codes at least 128 codes; the rest is ignored
     * @param policy the policy for ill-formed input
     * @param upperHex whether digits are upper case
     * @return the driver; a new one if the table or the policy has changed
     */
    public JsonEscapeUtf8Driver checking(int[] codes, IllFormed policy, boolean upperHex) {
        see(codes);
        if (checking == null || checkingPolicy != policy || checkingUpperHex != upperHex) {
            EscapeRules rules = rules(codes, NonAscii.CHECKED, upperHex);
            Escapes escapes = new Escapes(texts(rules), lengths(rules), new int[0], upperHex, false, false);
            checking = new JsonEscapeUtf8Driver(new EscapePlan(escapes, policy, IllFormedUtf16.REJECT));
            checkingPolicy = policy;
            checkingUpperHex = upperHex;
        }
        return checking;
    }

    private void see(int[] codes) {
        if (seen == null || !Arrays.equals(codes, 0, TABLE_LEN, seen, 0, TABLE_LEN)) {
            seen = Arrays.copyOf(codes, TABLE_LEN);
            made = new EscapeRules[KINDS];
            checking = null;
        }
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
