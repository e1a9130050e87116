package io.github.stringmill;

import io.github.stringmill.internal.ByteDriver;
import io.github.stringmill.internal.EcmascriptNumber;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import io.github.stringmill.internal.JsonTokens;
import io.github.stringmill.internal.Outcome;
import java.util.Arrays;

/**
 * Builds the canonical form of a JSON text: first all tokens in the order of the input, then {@link CanonicalMembers}
 * sorts the members. Standard: RFC 8785.
 */
final class CanonicalText extends JsonTokens {
    private static final ByteDriver ESCAPE = JsonEscape.of(Profile.of("jcs")).utf8;
    private static final int NONE = -1;

    /** Every number of at most this many characters that has neither point nor exponent is a double. */
    private static final int EXACT_LEN = 15;

    private byte[] text;
    private int len;
    private final boolean roundsIntegers;
    private final CanonicalMembers members = new CanonicalMembers();

    /**
     * The place of a number that no double holds. An error of the grammar directly after the number is reported
     * instead.
     */
    private int refusedStart = NONE;
    private int refusedEnd;
    private ErrorCode refusal;

    private CanonicalText(byte[] src, int depthMax, boolean roundsIntegers) {
        super(src, 0, src.length, depthMax);
        this.roundsIntegers = roundsIntegers;
        this.text = new byte[Math.min(Integer.MAX_VALUE - 8, src.length + 32)];
    }

    /** Returns the canonical form of a text of at most {@code depthMax} levels. */
    static byte[] of(byte[] src, int depthMax, boolean roundsIntegers) {
        CanonicalText reader = new CanonicalText(src, depthMax, roundsIntegers);
        reader.read();
        if (reader.refusedStart != NONE) {
            throw reader.error(reader.refusal, reader.refusedStart);
        }
        if (reader.members.repeatedNameOffset() != NONE) {
            throw reader.error(ErrorCode.NAME_REPEATED, reader.members.repeatedNameOffset());
        }
        return reader.members.textInOrder(reader.text, reader.len);
    }

    @Override
    protected void beforeToken() {
        if (refusedStart != NONE && at() > refusedEnd) {
            throw error(refusal, refusedStart);
        }
    }

    @Override
    protected void open(boolean isObject) {
        if (isObject) {
            members.open(len);
        }
        put((byte) (isObject ? '{' : '['));
    }

    @Override
    protected void close(boolean isObject, boolean isEmpty) {
        if (isObject && !isEmpty) {
            members.end(len);
        }
        put((byte) (isObject ? '}' : ']'));
        if (isObject) {
            members.close(len);
        }
    }

    @Override
    protected void comma(boolean inObject) {
        if (inObject) {
            members.end(len);
        }
        put((byte) ',');
    }

    @Override
    protected void string(boolean isName, int start, int end, byte[] unescaped, int unescapedLen) {
        int from = len;
        if (unescaped == null) {
            copy(start - 1, end + 1);
        } else {
            put((byte) '"');
            // The canonical escape of a character is its shortest, so the output is no longer than the input.
            room(end - start + 1);
            len += Outcome.written(ESCAPE.run(unescaped, 0, unescapedLen, true, text, len, text.length, null));
            put((byte) '"');
        }
        if (isName) {
            byte[] name = unescaped == null ? null : Arrays.copyOf(unescaped, unescapedLen);
            members.add(text, from, len, name, start - 1);
            put((byte) ':');
        }
    }

    @Override
    protected void word(int start, int end) {
        copy(start, end);
    }

    @Override
    protected void number(int start, int end) {
        if (EcmascriptNumber.isSame(src, start, end)) {
            copy(start, end);
            return;
        }
        double value = EcmascriptNumber.read(src, start, end);
        if (Double.isInfinite(value)) {
            refuse(ErrorCode.NUMBER_OVERFLOW, start, end);
            return;
        }
        room(EcmascriptNumber.LEN_MAX);
        int from = len;
        len = EcmascriptNumber.write(value, text, len);
        if (end - start > EXACT_LEN && !roundsIntegers && isChangedInteger(start, end, value, from)) {
            refuse(ErrorCode.CANONICAL_INTEGER, start, end);
        }
    }

    /** Keeps the first refused number: the reader may read another one before it reports the first. */
    private void refuse(ErrorCode code, int start, int end) {
        if (refusedStart == NONE) {
            refusal = code;
            refusedStart = start;
            refusedEnd = end;
        }
    }

    /** Whether an integer is neither the exact value of its double nor that of the shortest digits, written from {@code from} on. */
    private boolean isChangedInteger(int start, int end, double value, int from) {
        for (int at = start; at < end; at++) {
            if (src[at] == '.' || (src[at] | 0x20) == 'e') {
                return false;
            }
        }
        BigDecimal read = new BigDecimal(new String(src, start, end - start, StandardCharsets.ISO_8859_1));
        String shortest = new String(text, from, len - from, StandardCharsets.ISO_8859_1);
        return read.compareTo(new BigDecimal(value)) != 0 && read.compareTo(new BigDecimal(shortest)) != 0;
    }

    private void put(byte one) {
        room(1);
        text[len++] = one;
    }

    private void copy(int from, int to) {
        room(to - from);
        System.arraycopy(src, from, text, len, to - from);
        len += to - from;
    }

    private void room(int more) {
        if (text.length - len < more) {
            text = CanonicalMembers.lengthen(text, (long) len + more);
        }
    }
}
