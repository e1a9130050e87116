package io.github.stringmill.internal;

import io.github.stringmill.IllFormed;
import io.github.stringmill.IllFormedUtf16;
import io.github.stringmill.internal.EscapeRules.NonAscii;
import java.util.Arrays;

/** Rules for drivers and kernels together: a profile and policies, compiled to tables. */
public final class EscapePlan {
    private static final int REPLACEMENT = 0xFFFD;

    private final Escapes escapes;
    private final EscapeRules rules;
    private final IllFormed policy;
    private final IllFormedUtf16 policyUtf16;
    private final byte[] replacement;
    /** For each byte above 0x7F the text that a marking policy writes for it, or null. */
    private final byte[][] marks;

    /**
     * @param escapes the escapes of the profile
     * @param policy the policy for sources of UTF-8
     * @param policyUtf16 the policy for sources of UTF-16
     */
    public EscapePlan(Escapes escapes, IllFormed policy, IllFormedUtf16 policyUtf16) {
        this.escapes = escapes;
        this.policy = policy;
        this.policyUtf16 = policyUtf16;
        this.rules = new EscapeRules(escapes.texts, escapes.lengths, nonAscii(), escapes.upperHex);
        this.replacement = escapes.replacementEscaped ? escapes.escape(REPLACEMENT) : escapes.written(REPLACEMENT);
        this.marks = switch (policy) {
            case VISIBLE -> visibleMarks();
            case REVERSIBLE -> reversibleMarks();
            default -> null;
        };
    }

    /** Returns the rule for kernels for characters above U+007F. */
    private NonAscii nonAscii() {
        int[] ranges = escapes.ranges;
        if (ranges.length == 0) {
            return policy == IllFormed.COPY ? NonAscii.COPIED : NonAscii.CHECKED;
        }
        boolean one = ranges.length == 2 && ranges[1] == Character.MAX_CODE_POINT && !escapes.ion;
        if (one && ranges[0] == 0x80) {
            return NonAscii.ESCAPED;
        }
        return one && ranges[0] == 0x1_0000 ? NonAscii.PAIRS_ESCAPED : NonAscii.STOPS;
    }

    /** Makes the text {@code \xNN}, itself escaped, for each byte. */
    private byte[][] visibleMarks() {
        byte[][] texts = new byte[128][];
        for (int i = 0; i < 128; i++) {
            String text = String.format("\\x%02X", 0x80 + i);
            byte[] mark = new byte[4 * 7];
            int len = 0;
            for (int place = 0; place < text.length(); place++) {
                len = escapes.put(text.charAt(place), mark, len, mark.length);
            }
            texts[i] = Arrays.copyOf(mark, len);
        }
        return texts;
    }

    /** Makes the escape of the surrogate DC80 to DCFF for each byte. */
    private byte[][] reversibleMarks() {
        byte[][] texts = new byte[128][];
        for (int i = 0; i < 128; i++) {
            texts[i] = escapes.escape(0xDC80 + i);
        }
        return texts;
    }

    /** Returns the rules for kernels. */
    public EscapeRules rules() {
        return rules;
    }

    /** Returns the policy for UTF-8. */
    public IllFormed policy() {
        return policy;
    }

    /** Returns the policy for UTF-16. */
    public IllFormedUtf16 policyUtf16() {
        return policyUtf16;
    }

    /** Returns the output for each character. */
    Escapes escapes() {
        return escapes;
    }

    /**
     * Writes the replacement of {@code len} ill-formed bytes, and returns the end of the output; -1 if it does not fit.
     */
    int putRepair(byte[] src, int from, int len, byte[] dst, int at, int end) {
        return switch (policy) {
            case IGNORE_PHP -> at;
            case COPY -> put(src, from, len, dst, at, end);
            case VISIBLE, REVERSIBLE -> putMarks(src, from, len, dst, at, end);
            default -> put(replacement, 0, replacement.length, dst, at, end);
        };
    }

    private int putMarks(byte[] src, int from, int len, byte[] dst, int at, int end) {
        int put = at;
        for (int place = from; place < from + len && put >= 0; place++) {
            byte[] mark = marks[src[place] & 0x7F];
            put = put(mark, 0, mark.length, dst, put, end);
        }
        return put;
    }

    /** As above, for a lone surrogate of UTF-16. */
    int putRepair(char surrogate, byte[] dst, int at, int end) {
        return switch (policyUtf16) {
            case QUESTION_MARK -> escapes.put('?', dst, at, end);
            case REPLACE -> put(replacement, 0, replacement.length, dst, at, end);
            default -> escapes.putEscape(surrogate, dst, at, end);
        };
    }

    private static int put(byte[] text, int from, int len, byte[] dst, int at, int end) {
        if (end - at < len) {
            return -1;
        }
        System.arraycopy(text, from, dst, at, len);
        return at + len;
    }

    /** Returns the largest output of one byte of UTF-8. */
    public int perByte() {
        int longest = Math.max(escapes.longestAscii, escapes.ranges.length == 0 ? 1 : 3);
        if (marks != null) {
            for (byte[] mark : marks) {
                longest = Math.max(longest, mark.length);
            }
            return longest;
        }
        return switch (policy) {
            case REPLACE, REPLACE_JAVA, REPLACE_PHP -> Math.max(longest, replacement.length);
            default -> longest;
        };
    }

    /** Returns the largest output of one code unit. */
    public int perUnit() {
        // Every form of escape has six bytes for one code unit; the ten bytes above U+FFFF are for two units.
        boolean escaped = escapes.ranges.length != 0
                || policyUtf16 == IllFormedUtf16.ESCAPE || policyUtf16 == IllFormedUtf16.REPLACE;
        return Math.max(escapes.longestAscii, escaped ? 6 : 3);
    }

    /** Returns the largest output of one byte of Latin-1. */
    public int perLatin1() {
        return Math.max(escapes.longestAscii, escapes.ranges.length == 0 ? 2 : 6);
    }
}
