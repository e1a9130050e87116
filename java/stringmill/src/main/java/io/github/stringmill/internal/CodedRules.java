package io.github.stringmill.internal;

import io.github.stringmill.IllFormed;
import io.github.stringmill.IllFormedUtf16;
import io.github.stringmill.internal.EscapeRules.NonAscii;
import java.util.Arrays;

/**
 * Rules from a table of escape codes, as JSON writers of Java keep it: for each ASCII character 0 where it stands for
 * itself, the letter after the backslash, or a negative number for {@code \}{@code u00XX}.
 *
 * <p>An object remembers the table that it saw last, by content: such tables may be shared, and change.
 */
public final class CodedRules {
    /** What a table must have. */
    public static final int TABLE_LEN = 128;

    private static final int KINDS = 2 * NonAscii.values().length;
    private static final EscapeRules[] STANDARD = standard();

    private int[] seen;
    private EscapeRules[] made;
    private JsonEscapeUtf8 checking;
    private IllFormed checkingPolicy;
    private boolean checkingUpperHex;

    /** Has seen no table yet. */
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
     * The rules that escape what JSON demands, in short forms where there are any.
     *
     * @param nonAscii what is to happen above U+007F
     * @param upperHex whether digits are upper case
     * @return rules made once
     */
    public static EscapeRules standard(NonAscii nonAscii, boolean upperHex) {
        return STANDARD[kind(nonAscii, upperHex)];
    }

    /**
     * The rules of a table.
     *
     * @param codes    at least 128 codes; more do not count
     * @param nonAscii what is to happen above U+007F
     * @param upperHex whether digits are upper case
     * @return rules, made anew if the table is not as it was
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
     * Escaping by a table, of UTF-8 that is checked.
     *
     * @param codes    at least 128 codes; more do not count
     * @param policy   what becomes of ill-formed input
     * @param upperHex whether digits are upper case
     * @return the operation, made anew if the table or the policy is not as it was
     */
    public JsonEscapeUtf8 checking(int[] codes, IllFormed policy, boolean upperHex) {
        see(codes);
        if (checking == null || checkingPolicy != policy || checkingUpperHex != upperHex) {
            EscapeRules rules = rules(codes, NonAscii.CHECKED, upperHex);
            Escapes escapes = new Escapes(texts(rules), lengths(rules), new int[0], upperHex, false, false);
            checking = new JsonEscapeUtf8(new EscapePlan(escapes, policy, IllFormedUtf16.REJECT));
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
     * Writes what one character becomes, a lone surrogate its escape: what kernels leave.
     *
     * @param rules the rules
     * @param src   the text
     * @param at    where the character stands
     * @param to    where the text ends
     * @param dst   with room for twelve bytes
     * @param put   where they go
     * @return how many bytes
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
     * How many units the character at {@code at} has.
     *
     * @param src the text
     * @param at  where the character stands
     * @param to  where the text ends
     * @return 2 for a pair of surrogates, else 1
     */
    public static int charCount(char[] src, int at, int to) {
        return Character.charCount(Character.codePointAt(src, at, to));
    }
}
