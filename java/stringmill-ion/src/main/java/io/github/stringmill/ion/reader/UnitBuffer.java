package io.github.stringmill.ion.reader;

import com.amazon.ion.IonException;
import java.util.Arrays;

/**
 * Collects the UTF-16 units of one text that is not plain, or the bytes of one clob, and judges surrogates. Filled by
 * {@link QuotedReader} and {@link LobReader}.
 */
final class UnitBuffer {
    private static final String HIGH_ALONE = "a high surrogate stands alone";

    private final ByteInput input;
    private char[] units = {};
    private int count;
    /** Whether the last unit is a high surrogate without its low one. */
    private boolean needsLow;
    /** Whether something came between a high surrogate and the next unit. */
    private boolean lowIsLate;

    UnitBuffer(ByteInput input) {
        this.input = input;
    }

    void clear() {
        count = 0;
        needsLow = false;
        lowIsLate = false;
    }

    /**
     * Appends the run of ASCII without quotes, backslashes and controls at the input's position, and consumes it with
     * the byte after it.
     *
     * @param lateSurrogates whether a run after a high surrogate is refused later, as ion-java does in short quotes
     * @return the byte after the run
     */
    int readRun(char quote, boolean lateSurrogates) {
        while (true) {
            byte[] src = input.buf;
            int spare = reserve();
            int end = Math.min(input.limit, input.pos + spare);
            char[] dst = units;
            int p = input.pos;
            int put = count;
            while (p < end && src[p] >= ' ' && src[p] != quote && src[p] != '\\') {
                dst[put++] = (char) src[p++];
            }
            if (put > count && needsLow) {
                if (!lateSurrogates) {
                    input.pos++;
                    throw highAlone();
                }
                lowIsLate = true;
            }
            count = put;
            input.pos = p;
            if (p < end) {
                input.pos++;
                return src[p] & 0xFF;
            }
            if (p == input.limit && !input.more()) {
                requirePairs();
                throw input.unexpectedEnd();
            }
        }
    }

    /** Makes spare for one code point, and returns how many units of a run fit besides. */
    private int reserve() {
        if (count + 2 >= units.length) {
            if (units.length > Integer.MAX_VALUE / 2 - 8) {
                throw new IonException("a text is longer than a string can be");
            }
            units = Arrays.copyOf(units, Math.max(64, units.length * 2));
        }
        return units.length - count - 2;
    }

    void append(int codePoint) {
        reserve();
        boolean low = codePoint >= 0xDC00 && codePoint <= 0xDFFF;
        if (low != needsLow || lowIsLate && !input.asIonJava) {
            throw low && !needsLow ? input.error("a low surrogate stands alone", input.pos) : highAlone();
        }
        needsLow = codePoint >= 0xD800 && codePoint <= 0xDBFF;
        if (codePoint < 0x10000) {
            units[count++] = (char) codePoint;
        } else {
            units[count++] = Character.highSurrogate(codePoint);
            units[count++] = Character.lowSurrogate(codePoint);
        }
    }

    /** Appends nothing: an escaped line end may not separate surrogates. */
    void appendEscapedLineEnd() {
        lowIsLate |= needsLow;
    }

    /** Refuses a high surrogate at the end of the text or segment. */
    void requirePairs() {
        if (needsLow) {
            throw highAlone();
        }
    }

    private IonTextException highAlone() {
        return input.error(HIGH_ALONE, input.pos);
    }

    /** The text. A high surrogate at its end is an error at {@code errorAt}. */
    String text(int errorAt) {
        if (needsLow) {
            throw input.error(HIGH_ALONE, errorAt);
        }
        return new String(units, 0, count);
    }

    /** The bytes of a clob. */
    byte[] bytes() {
        byte[] bytes = new byte[count];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) units[i];
        }
        return bytes;
    }
}
