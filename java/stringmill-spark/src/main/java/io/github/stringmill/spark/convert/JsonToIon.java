package io.github.stringmill.spark.convert;

import io.github.stringmill.IllFormed;
import io.github.stringmill.JsonEscape;
import io.github.stringmill.StringmillException;
import io.github.stringmill.internal.JsonTokens;

/** Converts a JSON text to Ion text, with the bytes of {@code smill convert --from json --to ion} without the line end. */
public final class JsonToIon extends JsonTokens {
    private static final JsonEscape STRING = IonNames.strings(IllFormed.REJECT);

    private final TextBuffer out;

    private JsonToIon(byte[] src, int from, int len) {
        super(src, from, from + len, DEPTH_MAX);
        out = new TextBuffer(len + len / 8L);
    }

    /**
     * Converts {@code src[from, from + len)}. No digit of a number changes.
     *
     * @param src JSON in UTF-8
     * @param from the start of the text in {@code src}
     * @param len its length in bytes
     * @return Ion text in UTF-8
     * @throws StringmillException the first error of the JSON text
     */
    public static byte[] of(byte[] src, int from, int len) {
        JsonToIon reader = new JsonToIon(src, from, len);
        reader.read();
        return reader.out.toByteArray();
    }

    @Override
    protected void open(boolean isObject) {
        out.put(isObject ? '{' : '[');
    }

    @Override
    protected void close(boolean isObject, boolean isEmpty) {
        out.put(isObject ? '}' : ']');
    }

    @Override
    protected void comma(boolean inObject) {
        out.put(',');
    }

    @Override
    protected void string(boolean isName, int start, int end, byte[] unescaped, int unescapedLen) {
        byte[] text = unescaped == null ? src : unescaped;
        int from = unescaped == null ? start : 0;
        int len = unescaped == null ? end - start : unescapedLen;
        if (isName) {
            IonNames.put(out, text, from, len);
            out.put(':');
        } else {
            out.put('"');
            out.escape(STRING, text, from, len, null);
            out.put('"');
        }
    }

    @Override
    protected void number(int start, int end) {
        boolean isWhole = true;
        for (int at = start; at < end; at++) {
            isWhole &= src[at] != '.' && (src[at] | 0x20) != 'e';
        }
        if (isWhole) {
            out.put(src, start, end);
            if (end - start == 2 && src[start] == '-' && src[start + 1] == '0') {
                // An int has no negative zero.
                out.put('.');
            }
            return;
        }
        for (int at = start; at < end; at++) {
            out.put((src[at] | 0x20) == 'e' ? 'd' : (char) src[at]);
        }
    }

    @Override
    protected void word(int start, int end) {
        out.put(src, start, end);
    }
}
