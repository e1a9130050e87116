package io.github.stringmill.spark.convert;

import com.amazon.ion.IonException;
import com.amazon.ion.UnknownSymbolException;
import io.github.stringmill.ErrorCode;
import io.github.stringmill.Stringmill;
import io.github.stringmill.StringmillException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the code and the offset of an error of an Ion reader. Its message has a line and a column, or no place at all.
 */
public final class IonErrors {
    /** Parts of messages of the readers, and the error code for each. */
    private static final List<Map.Entry<String, ErrorCode>> CODES = List.of(
            Map.entry("unexpected end", ErrorCode.ION_INCOMPLETE), Map.entry("Unexpected EOF", ErrorCode.ION_INCOMPLETE),
            Map.entry("comment", ErrorCode.ION_COMMENT_UNTERMINATED),
            Map.entry("surrogate", ErrorCode.SURROGATE_LONE), Map.entry("unknown escape", ErrorCode.ESCAPE_UNKNOWN),
            Map.entry("hexadecimal", ErrorCode.ION_ESCAPE_DIGITS), Map.entry("U+10FFFF", ErrorCode.ION_ESCAPE_ABOVE_MAX),
            Map.entry("colon", ErrorCode.ION_COLON_EXPECTED), Map.entry("keyword", ErrorCode.ION_KEYWORD),
            Map.entry("timestamp", ErrorCode.TIMESTAMP_MALFORMED), Map.entry("bad offset", ErrorCode.TIMESTAMP_RANGE),
            Map.entry("symbol ID", ErrorCode.ION_SYMBOL_ID),
            Map.entry("base64", ErrorCode.BASE64_SYMBOL), Map.entry("no digits", ErrorCode.NUMBER_DIGIT_EXPECTED));
    private static final Pattern PLACE = Pattern.compile(" line (\\d+) offset (\\d+)");
    /** The readers report the place after the character for this error. */
    private static final String BAD_CHARACTER = "bad character";

    private IonErrors() {}

    /**
     * Returns an error with the code that all languages share.
     *
     * @param error the error of a reader of {@code src[from, from + len)}: an {@code IonException}, or the
     *     {@code IllegalArgumentException} that ion-java throws for some damaged binary Ion
     * @param src Ion, text or binary
     * @param from the start of the data
     * @param len its length in bytes
     * @param valueOffset the offset of the current value, for errors without a place
     * @return the code, and the offset from the start of the data
     */
    public static StringmillException of(RuntimeException error, byte[] src, int from, int len, long valueOffset) {
        if (error instanceof UnknownSymbolException) {
            return with(new StringmillException(ErrorCode.ION_SYMBOL_ID, afterBlanks(src, from, len, valueOffset)), error);
        }
        String message = String.valueOf(error.getMessage());
        if (message.contains("ill-formed UTF-8")) {
            try {
                Stringmill.utf8Validate(src, from, len);
            } catch (StringmillException e) {
                return with(e, error);
            }
        }
        ErrorCode code = CODES.stream().filter(one -> message.contains(one.getKey())).map(Map.Entry::getValue)
                .findFirst().orElse(ErrorCode.ION_VALUE_EXPECTED);
        Matcher place = PLACE.matcher(message);
        long offset = place.find() ? offset(place, message.startsWith(BAD_CHARACTER), src, from, len)
                : code == ErrorCode.ION_INCOMPLETE ? len : valueOffset;
        return with(new StringmillException(code, Math.min(len, offset)), error);
    }

    /**
     * Skips white space: a text reader that fails at a value reports the place before the white space in front of it.
     */
    private static long afterBlanks(byte[] src, int from, int len, long offset) {
        boolean isBinary = len > 0 && src[from] == (byte) 0xE0;
        long at = offset;
        while (!isBinary && at < len && " \t\r\n".indexOf(src[from + (int) at]) >= 0) {
            at++;
        }
        return at;
    }

    private static StringmillException with(StringmillException told, RuntimeException cause) {
        told.initCause(cause);
        return told;
    }

    private static long offset(Matcher place, boolean isAfter, byte[] src, int from, int len) {
        long lines = Long.parseLong(place.group(1)) - 1;
        int at = from;
        int end = from + len;
        while (lines > 0 && at < end) {
            boolean isEnd = src[at] == '\n' || src[at] == '\r' && (at + 1 == end || src[at + 1] != '\n');
            lines -= isEnd ? 1 : 0;
            at++;
        }
        return Math.max(0, at - from + Long.parseLong(place.group(2)) - (isAfter ? 2 : 1));
    }
}
