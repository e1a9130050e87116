package io.github.stringmill;

import java.util.Locale;
import java.util.Objects;

/** Converts constants from and to the names that all languages share. */
final class Choice {
    private Choice() {}

    /** Returns the shared name: {@code replace-java} for {@code REPLACE_JAVA}. */
    static String id(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the constant of a shared name. */
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
