package io.github.stringmill.spark.read.options;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.stream.Collectors;

/** A rule beyond RFC 8259. The command and all languages share the names. */
public enum JsonRule {
    /** No object has a name twice. Names are compared after unescaping. */
    UNIQUE_NAMES,
    /** The restrictions of RFC 7493. */
    I_JSON,
    /** No U+0000 in strings and names. */
    NO_NUL,
    /** The restrictions of the type {@code jsonb} of PostgreSQL. */
    JSONB;

    private final String id = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** Returns the rules of an option: names with commas between them, or null for no rules. */
    public static EnumSet<JsonRule> of(String option) {
        EnumSet<JsonRule> rules = EnumSet.noneOf(JsonRule.class);
        if (option != null) {
            for (String name : option.split(",", -1)) {
                rules.add(named(name.strip()));
            }
        }
        return rules;
    }

    private static JsonRule named(String name) {
        return Arrays.stream(values()).filter(rule -> rule.id.equalsIgnoreCase(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the rule \"" + name + "\" of the option "
                        + RecordOptions.RULES + " is unknown: the rules are "
                        + Arrays.stream(values()).map(rule -> rule.id).collect(Collectors.joining(", "))));
    }
}
