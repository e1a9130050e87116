package io.github.stringmill;

import io.github.stringmill.internal.EscapePlan;

/** Shows tests what rules are made of. */
public final class Plans {
    private Plans() {}

    /** The plan of some rules. */
    public static EscapePlan of(JsonEscape rules) {
        return rules.plan;
    }
}
