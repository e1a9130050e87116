package io.github.stringmill;

import io.github.stringmill.internal.EscapePlan;

/** Gives tests of the internal package the plan of public rules. */
public final class Plans {
    private Plans() {}

    /** Returns the plan of some rules. */
    public static EscapePlan of(JsonEscape rules) {
        return rules.plan;
    }
}
