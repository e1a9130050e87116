package io.github.stringmill;

import io.github.stringmill.internal.ByteDriver;
import io.github.stringmill.internal.EcmascriptNumber;
import io.github.stringmill.internal.JsonTokens;
import io.github.stringmill.internal.Outcome;
import java.util.Arrays;

/**
 * Keeps the canonical text of the tokens of a JSON text, with the members of objects in the order of the input;
 * {@link CanonicalMembers} has their order. Standard: RFC 8785.
 */
final class CanonicalText extends JsonTokens {
    private static final ByteDriver ESCAPE = JsonEscape.of(Profile.of("jcs")).utf8;
    private static final int NONE = -1;

    private byte[] text;
    private int len;
    private final CanonicalMembers members = new CanonicalMembers();

    /** A number that exceeds every double, if one was read, and its end. An error at its end comes first. */
    private int overflow = NONE;
    private int overflowEnd;

    private CanonicalText(byte[] src, int depthMax) {
        super(src, 0, src.length, depthMax);
        this.text = new byte[Math.min(Integer.MAX_VALUE - 8, src.length + 32)];
    }

    /** Returns the canonical form of a text of at most {@code depthMax} levels. */
    static byte[] of(byte[] src, int depthMax) {
        CanonicalText reader = new CanonicalText(src, depthMax);
        reader.read();
        if (reader.overflow != NONE) {
            throw reader.error(ErrorCode.NUMBER_OVERFLOW, reader.overflow);
        }
        if (reader.members.repeated() != NONE) {
            throw reader.error(ErrorCode.NAME_REPEATED, reader.members.repeated());
        }
        return reader.members.written(reader.text, reader.len);
    }

    @Override
    protected void beforeToken() {
        if (overflow != NONE && at() > overflowEnd) {
            throw error(ErrorCode.NUMBER_OVERFLOW, overflow);
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
            // An escape that stays is as short as any.
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
            overflow = start;
            overflowEnd = end;
        } else {
            room(EcmascriptNumber.LEN_MAX);
            len = EcmascriptNumber.write(value, text, len);
        }
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
            text = CanonicalMembers.longer(text, (long) len + more);
        }
    }
}
