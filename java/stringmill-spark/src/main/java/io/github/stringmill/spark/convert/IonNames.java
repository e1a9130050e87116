package io.github.stringmill.spark.convert;

import io.github.stringmill.IllFormed;
import io.github.stringmill.JsonEscape;
import io.github.stringmill.Profile;
import io.github.stringmill.ion.writer.SymbolKind;
import java.nio.charset.StandardCharsets;

/** Field names of Ion text: identifiers, or symbols in quotes. Standard: Amazon Ion 1.0, "Symbols". */
public final class IonNames {
    private static final JsonEscape STRING = JsonEscape.of(Profile.of("ion"));

    private IonNames() {}

    /**
     * Writes a name, without the colon.
     *
     * @param out gets the name
     * @param text well-formed UTF-8
     * @param from the start of the name in {@code text}
     * @param len its length in bytes
     */
    public static void put(TextBuffer out, byte[] text, int from, int len) {
        if (SymbolKind.of(new String(text, from, len, StandardCharsets.UTF_8)) == SymbolKind.IDENTIFIER) {
            out.put(text, from, from + len);
            return;
        }
        out.put('\'');
        // Names in single quotes escape the single quote, and strings the double quote: each quote is handled here.
        int start = from;
        for (int at = from; at < from + len; at++) {
            if (text[at] == '\'' || text[at] == '"') {
                out.escape(STRING, text, start, at - start, null);
                if (text[at] == '\'') {
                    out.put('\\');
                }
                out.put((char) text[at]);
                start = at + 1;
            }
        }
        out.escape(STRING, text, start, from + len - start, null);
        out.put('\'');
    }

    /**
     * Returns the rules of strings in double quotes.
     *
     * @param policy the policy for ill-formed UTF-8
     * @return the escapes
     */
    public static JsonEscape strings(IllFormed policy) {
        return policy == IllFormed.REJECT ? STRING : STRING.onIllFormed(policy);
    }
}
