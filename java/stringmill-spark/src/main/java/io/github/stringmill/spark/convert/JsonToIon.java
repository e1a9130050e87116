package io.github.stringmill.spark.convert;

import io.github.stringmill.StringmillException;

/** Converts a JSON text to Ion text, with the bytes of {@code smill convert --from json --to ion} without the line end. */
public final class JsonToIon extends IonFromJson {
    private JsonToIon(byte[] src, int from, int len) {
        super(src, from, len, len + len / 8L);
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
        return new JsonToIon(src, from, len).convert();
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
    void text(boolean isName, byte[] bytes, int from, int len, boolean isPlain) {
        if (isName) {
            IonNames.put(out, bytes, from, len);
            out.put(':');
        } else {
            putString(bytes, from, len);
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
                // A point makes it a decimal, because an Ion int has no negative zero.
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
