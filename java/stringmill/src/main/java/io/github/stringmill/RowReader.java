package io.github.stringmill;

import java.util.List;

/** Compiles {@link ProfileRow}s to profiles. */
final class RowReader {
    private RowReader() {}

    /** Compiles a row with some of its options. */
    static Profile read(String name, ProfileRow row, List<String> requested) {
        for (String option : requested) {
            if (row.options().stream().noneMatch(one -> one.name().equals(option))) {
                throw new StringmillException(ErrorCode.PROFILE_OPTION_UNKNOWN, 0);
            }
        }
        Profile.Builder builder = Profile.builder(name);
        ascii(builder, row.ascii());
        nonAscii(builder, row.nonAscii());
        traits(builder, row.traits());
        for (ProfileRow.Option option : row.options()) {
            boolean applies = option.requires() == null || requested.contains(option.requires());
            if (requested.contains(option.name()) && applies) {
                ascii(builder, option.ascii());
                if (option.nonAscii() != null) {
                    nonAscii(builder.keepNonAscii(), option.nonAscii());
                }
                traits(builder, option.traits());
            }
        }
        return builder.build();
    }

    private static void ascii(Profile.Builder builder, String entries) {
        for (String entry : words(entries)) {
            String[] parts = entry.split("=", 2);
            int[] range = range(parts[0]);
            for (int ascii = range[0]; ascii <= range[1]; ascii++) {
                String text = escape(ascii, parts[1]);
                if (text.isEmpty()) {
                    builder.keep((char) ascii);
                } else {
                    builder.escape((char) ascii, text);
                }
            }
        }
    }

    private static String escape(int ascii, String form) {
        return switch (form) {
            case "u" -> String.format("\\u%04x", ascii);
            case "U" -> String.format("\\u%04X", ascii);
            case "x" -> String.format("\\x%02x", ascii);
            case "X" -> String.format("\\x%02X", ascii);
            default -> form;
        };
    }

    private static void nonAscii(Profile.Builder builder, String ranges) {
        for (String text : words(ranges)) {
            int[] range = range(text);
            builder.escapeNonAscii(range[0], range[1]);
        }
    }

    private static void traits(Profile.Builder builder, String traits) {
        for (String trait : words(traits)) {
            switch (trait) {
                case "lower", "upper" -> builder.upperHex(trait.equals("upper"));
                case "ion" -> builder.form(Profile.Form.ION);
                case "replacement-escaped", "replacement-plain" ->
                    builder.escapeReplacement(trait.equals("replacement-escaped"));
                case "surrogates-refused" -> builder.refuseSurrogates(true);
                default -> throw new IllegalStateException(trait);
            }
        }
    }

    private static String[] words(String text) {
        return text.isEmpty() ? new String[0] : text.split(" ");
    }

    /** Parses {@code 1f} or {@code 00-1f}. */
    private static int[] range(String text) {
        int dash = text.indexOf('-');
        int first = Integer.parseInt(dash < 0 ? text : text.substring(0, dash), 16);
        return new int[] {first, dash < 0 ? first : Integer.parseInt(text.substring(dash + 1), 16)};
    }
}
