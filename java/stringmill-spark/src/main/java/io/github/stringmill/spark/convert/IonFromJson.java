package io.github.stringmill.spark.convert;

import io.github.stringmill.IllFormed;
import io.github.stringmill.JsonEscape;
import io.github.stringmill.internal.JsonTokens;

/** Reads the tokens of a JSON text, and writes Ion text. */
abstract class IonFromJson extends JsonTokens {
    private static final JsonEscape STRING = IonNames.strings(IllFormed.REJECT);

    final TextBuffer out;

    IonFromJson(byte[] src, int from, int len, long capacity) {
        super(src, from, from + len, DEPTH_MAX);
        out = new TextBuffer(capacity);
    }

    /** Reads the text to its end, and returns the Ion text. */
    final byte[] convert() {
        read();
        return out.toByteArray();
    }

    @Override
    protected final void string(boolean isName, int start, int end, byte[] unescaped, int unescapedLen) {
        if (unescaped == null) {
            text(isName, src, start, end - start, true);
        } else {
            text(isName, unescaped, 0, unescapedLen, false);
        }
    }

    /**
     * Handles a string or the name of a member: {@code bytes[from, from + len)}.
     *
     * @param isPlain whether the string has no escape in the JSON text
     */
    abstract void text(boolean isName, byte[] bytes, int from, int len, boolean isPlain);

    /** Writes an Ion string. */
    final void putString(byte[] bytes, int from, int len) {
        out.put('"');
        out.escape(STRING, bytes, from, len, null);
        out.put('"');
    }
}
