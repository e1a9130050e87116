package io.github.stringmill.ion.reader;

import io.github.stringmill.Base64Form;
import io.github.stringmill.Stringmill;
import io.github.stringmill.StringmillException;
import java.util.Arrays;

/** Reads the bytes of a blob or clob whose end {@link ValueSkipper} has found. Called by {@link CurrentValue}. */
final class LobReader {
    static final int BLOB = 0;
    static final int SHORT_CLOB = 1;
    static final int LONG_CLOB = 2;

    /** As ion-java: white space anywhere, and bits after the last whole byte are dropped. */
    private static final Base64Form FORM = Base64Form.STANDARD.with(Base64Form.WhiteSpace.ION)
            .with(Base64Form.TrailingBits.DROP);

    private final ByteInput input;
    private final UnitBuffer units;
    private final EscapeReader escapes;

    LobReader(ByteInput input, UnitBuffer units, EscapeReader escapes) {
        this.input = input;
        this.units = units;
        this.escapes = escapes;
    }

    /** Reads the clob at the input's position, after its opening quotes, up to its closing ones. */
    byte[] clob(boolean isLong) {
        units.clear();
        char quote = isLong ? '\'' : '"';
        while (true) {
            int c = units.readRun(quote, false);
            if (c == quote) {
                if (!isLong) {
                    return units.bytes();
                }
                if (!input.consumeTwo('\'')) {
                    units.append(c);
                } else if (!Blanks.nextSegment(input, true)) {
                    return units.bytes();
                }
            } else if (c >= 0x80) {
                throw input.error("a clob is not ASCII", input.pos);
            } else if (c == '\\') {
                appendEscaped(isLong);
            } else {
                units.append(c < ' ' ? control(c, isLong) : c);
            }
        }
    }

    /** A control in a clob, checked; a line end becomes a line feed. */
    private int control(int c, boolean isLong) {
        if (isLong && (c == '\n' || c == '\r')) {
            if (c == '\r') {
                input.consumeLineFeed();
            }
            return '\n';
        }
        if (isLong || !input.asIonJava) {
            escapes.checkControl(c);
        }
        return c;
    }

    private void appendEscaped(boolean isLong) {
        int c = input.peek(0);
        if (c == 'u' || c == 'U') {
            throw input.error("a clob has no such escape", input.pos + 1);
        }
        if (input.asIonJava && !isLong && (c == '\n' || c == '\r')) {
            throw input.unexpectedEnd(input.indexAfter(input.pos));
        }
        escapes.appendEscaped();
    }

    /** The bytes that the base64 at {@code buf[from, to)} spells. */
    byte[] blob(int from, int to) {
        if (input.asIonJava) {
            return LenientBase64.decode(input, from, to);
        }
        byte[] plain = PlainBlob.decode(input.buf, from, to);
        if (plain != null) {
            return plain;
        }
        int len = to - from;
        byte[] bytes = new byte[(int) Math.min(Stringmill.base64DecodeBound(len), Integer.MAX_VALUE - 8)];
        try {
            int count = Stringmill.base64Decode(FORM, input.buf, from, len, bytes, 0, bytes.length);
            return count == bytes.length ? bytes : Arrays.copyOf(bytes, count);
        } catch (StringmillException e) {
            String place = input.at(input.indexAfter(from + (int) e.offset()));
            throw new IonTextException(e.code().says() + " in a blob" + place, e);
        }
    }
}
