package io.github.stringmill.jackson2;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.util.Arrays;
import java.util.Random;

/** One way to set a factory up, applied alike to the original and to ours. */
record Settings(
        boolean escapeNonAscii, boolean escapeSlash, boolean quoteNames, boolean upperHex, boolean combine, char quote,
        int highest, int escapes, int printer, boolean rootValues, String rootSeparator, boolean decorated) {

    static final Settings DEFAULT =
            new Settings(false, false, true, true, false, '"', 0, 0, 0, false, " ", false);

    private static final int[] HIGHEST = {0, 0, 0, 127, 128, 300, 0x7FF, 0x2027, 0xFFFF};
    private static final String[] SEPARATORS = {" ", "\n", "", null, " // a long separator of root values // "};

    static Settings random(Random random) {
        return new Settings(
                random.nextInt(5) == 0, random.nextInt(3) == 0, random.nextInt(4) != 0, random.nextInt(3) != 0,
                random.nextBoolean(), "\"\"\"'|".charAt(random.nextInt(5)),
                HIGHEST[random.nextInt(HIGHEST.length)], random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 0,
                random.nextInt(4) == 0 ? 1 + random.nextInt(2) : 0, random.nextInt(4) == 0,
                SEPARATORS[random.nextInt(SEPARATORS.length)], random.nextInt(6) == 0);
    }

    JsonFactory original() {
        return apply(new JsonFactoryBuilder()).build();
    }

    StringmillFactory ours() {
        return (StringmillFactory) apply(StringmillFactory.builder()).build();
    }

    private JsonFactoryBuilder apply(JsonFactoryBuilder builder) {
        builder.configure(JsonWriteFeature.ESCAPE_NON_ASCII, escapeNonAscii)
                .configure(JsonWriteFeature.ESCAPE_FORWARD_SLASHES, escapeSlash)
                .configure(JsonWriteFeature.QUOTE_FIELD_NAMES, quoteNames)
                .configure(JsonWriteFeature.WRITE_HEX_UPPER_CASE, upperHex)
                .configure(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8, combine)
                .configure(StreamWriteFeature.AUTO_CLOSE_CONTENT, true);
        builder.quoteChar(quote).highestNonEscapedChar(highest).rootValueSeparator(rootSeparator);
        if (escapes != 0) {
            builder.characterEscapes(new Escapes(escapes));
        }
        if (decorated) {
            builder.addDecorator((factory, generator) -> new JsonGeneratorDelegate(generator, true));
        }
        return builder;
    }

    void prepare(JsonGenerator generator) {
        PrettyPrinter pretty = printer == 1 ? new DefaultPrettyPrinter() : new MinimalPrettyPrinter();
        if (printer != 0) {
            generator.setPrettyPrinter(pretty);
        }
    }

    /** Escapes of an application; 1: as the default, 2: two more, 3: sequences of its own, 4: a table of 256. */
    private static final class Escapes extends CharacterEscapes {
        private static final long serialVersionUID = 1L;

        private final int kind;

        Escapes(int kind) {
            this.kind = kind;
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            int[] codes = standardAsciiEscapesForJSON();
            if (kind == 2) {
                codes['<'] = ESCAPE_STANDARD;
                codes['a'] = 'A';
            } else if (kind == 3) {
                codes['x'] = ESCAPE_CUSTOM;
                codes['e'] = ESCAPE_CUSTOM;
                codes['"'] = ESCAPE_STANDARD;
            } else if (kind == 4) {
                codes = Arrays.copyOf(codes, 256);
                codes[0xE9] = ESCAPE_STANDARD;
            }
            return codes;
        }

        @Override
        public SerializableString getEscapeSequence(int ch) {
            if (kind != 3) {
                return null;
            }
            return switch (ch) {
                case 'x' -> new SerializedString("[x]");
                case 'e' -> new SerializedString("<a longer sequence>");
                case 0x2028 -> new SerializedString("\\u2028");
                case 0x436 -> new SerializedString("zh");
                default -> null;
            };
        }
    }
}
