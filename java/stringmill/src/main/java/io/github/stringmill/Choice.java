package io.github.stringmill;

import java.util.Locale;
import java.util.Objects;

/** Names of constants as all languages share them. */
final class Choice {
    private Choice() {}

    /** {@code REPLACE_JAVA} as {@code replace-java}. */
    static String id(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The constant of that name. */
    static <E extends Enum<E>> E of(E[] choices, String id) {
        Objects.requireNonNull(id, "id");
        for (E choice : choices) {
            if (id(choice).equals(id)) {
                return choice;
            }
        }
        throw new StringmillException(ErrorCode.CHOICE_UNKNOWN, 0);
    }
}
