package io.github.stringmill.jackson3;

import java.util.Arrays;
import java.util.Random;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.SerializableString;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.JsonGeneratorDelegate;
import tools.jackson.core.util.MinimalPrettyPrinter;

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
                .configure(JsonWriteFeature.QUOTE_PROPERTY_NAMES, quoteNames)
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

    /** Who writes: only the pretty printer is not the factory's. */
    ObjectWriteContext context() {
        PrettyPrinter some = printer == 1 ? new DefaultPrettyPrinter() : new MinimalPrettyPrinter();
        PrettyPrinter pretty = printer == 0 ? null : some;
        return new ObjectWriteContext.Base() {
            @Override
            public PrettyPrinter getPrettyPrinter() {
                return pretty;
            }
        };
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
