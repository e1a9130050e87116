package io.github.stringmill.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.util.Locale;
import java.util.function.Consumer;

/** The settings of a factory that decide which characters are escaped, and how: each alone. */
enum MixedSettings {
    /** No setting. */
    DEFAULT(builder -> {}),
    /** Slashes are escaped. */
    SLASHES(builder -> builder.enable(JsonWriteFeature.ESCAPE_FORWARD_SLASHES)),
    /** Another quote character. */
    QUOTE(builder -> builder.quoteChar('\'')),
    /** Slashes are escaped, and another quote character. */
    QUOTE_SLASHES(builder -> builder.quoteChar('|').enable(JsonWriteFeature.ESCAPE_FORWARD_SLASHES)),
    /** Only ASCII is written. */
    NON_ASCII(builder -> builder.enable(JsonWriteFeature.ESCAPE_NON_ASCII)),
    /** Characters above Latin-1 are escaped. */
    HIGHEST(builder -> builder.highestNonEscapedChar(0xFF)),
    /** Digits of escapes are lower case. */
    LOWER_HEX(builder -> builder.disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)),
    /** Pairs of surrogates are written as UTF-8. */
    COMBINE(builder -> builder.enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)),
    /** Characters of HTML are escaped: the example of Jackson's users for {@link CharacterEscapes}. */
    ESCAPES(builder -> builder.characterEscapes(new Html(CharacterEscapes.ESCAPE_STANDARD))),
    /** The same with sequences of the application. */
    SEQUENCES(builder -> builder.characterEscapes(new Html(CharacterEscapes.ESCAPE_CUSTOM)));

    private final Consumer<JsonFactoryBuilder> apply;

    MixedSettings(Consumer<JsonFactoryBuilder> apply) {
        this.apply = apply;
    }

    /** Returns a factory with this setting. */
    JsonFactory on(JsonFactoryBuilder builder) {
        apply.accept(builder);
        return builder.build();
    }

    /** The name in records; empty for the default. */
    String label() {
        return this == DEFAULT ? "" : " " + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static final class Html extends CharacterEscapes {
        private static final long serialVersionUID = 1L;

        private final int[] codes = standardAsciiEscapesForJSON();

        Html(int code) {
            for (char c : "<>&'".toCharArray()) {
                codes[c] = code;
            }
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            return codes;
        }

        @Override
        public SerializableString getEscapeSequence(int ch) {
            return "<>&'".indexOf(ch) < 0 ? null : new SerializedString(String.format("\\u%04x", ch));
        }
    }
}
