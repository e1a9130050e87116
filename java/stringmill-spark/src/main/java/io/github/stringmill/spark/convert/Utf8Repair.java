package io.github.stringmill.spark.convert;

import io.github.stringmill.IllFormed;
import io.github.stringmill.Stringmill;
import io.github.stringmill.StringmillException;
import io.github.stringmill.internal.Utf8Unit;
import java.nio.charset.StandardCharsets;

/** Repairs ill-formed UTF-8 with the bytes of {@code smill clean}. */
public final class Utf8Repair {
    private static final byte[] REPLACEMENT = "\ufffd".getBytes(StandardCharsets.UTF_8);
    private static final String DIGITS = "0123456789ABCDEF";

    private Utf8Repair() {}

    /**
     * Throws if a policy does not lead to well-formed text.
     *
     * @param policy the policy
     * @throws IllegalArgumentException for {@link IllFormed#COPY} and {@link IllFormed#REVERSIBLE}
     */
    public static void require(IllFormed policy) {
        if (policy == IllFormed.COPY || policy == IllFormed.REVERSIBLE) {
            throw new IllegalArgumentException("policy " + policy.id() + " does not repair UTF-8");
        }
    }

    /**
     * Repairs {@code src[from, to)}.
     *
     * @param policy how to repair a piece
     * @param src any bytes
     * @param from the start of the text in {@code src}
     * @param to the end of the text
     * @return well-formed UTF-8
     * @throws StringmillException the first ill-formed piece under {@link IllFormed#REJECT}
     */
    public static byte[] of(IllFormed policy, byte[] src, int from, int to) {
        TextBuffer out = new TextBuffer((long) to - from + 3 * REPLACEMENT.length);
        int at = from + Stringmill.utf8ValidLen(src, from, to - from);
        out.put(src, from, at);
        while (at < to) {
            int unit = Utf8Unit.at(src, at, to);
            if (policy == IllFormed.REJECT) {
                throw new StringmillException(Utf8Unit.error(unit), (long) at - from);
            }
            // The length is negative if more bytes could follow.
            int len = Math.abs(Utf8Unit.pieceLen(policy, unit, src, at, to));
            if (policy == IllFormed.VISIBLE) {
                for (int i = at; i < at + len; i++) {
                    out.put("\\x" + DIGITS.charAt(src[i] >> 4 & 15) + DIGITS.charAt(src[i] & 15));
                }
            } else if (policy != IllFormed.IGNORE_PHP) {
                out.put(REPLACEMENT);
            }
            at += len;
            int end = at + Stringmill.utf8ValidLen(src, at, to - at);
            out.put(src, at, end);
            at = end;
        }
        return out.toByteArray();
    }
}
