package io.github.stringmill;

import io.github.stringmill.internal.EscapePlan;
import io.github.stringmill.internal.JsonEscapeLatin1Driver;
import io.github.stringmill.internal.JsonEscapeUtf16Driver;
import io.github.stringmill.internal.JsonEscapeUtf8Driver;
import java.util.Objects;

/**
 * A profile, and policies for ill-formed input, compiled to tables for escaping. Immutable; threads may share one.
 * Making one takes some microseconds, so make it once and use it for every string.
 *
 * <pre>{@code
 * static final JsonEscape RULES = JsonEscape.of(Profile.of("json")).onIllFormed(IllFormed.REPLACE);
 * }</pre>
 */
public final class JsonEscape {
    /** The profile {@code json}; rejects ill-formed input. */
    public static final JsonEscape JSON = of(Profile.of("json"));

    final EscapePlan plan;
    final JsonEscapeUtf8Driver utf8;
    final JsonEscapeUtf16Driver utf16;
    final JsonEscapeLatin1Driver latin1;

    private final Profile profile;

    private JsonEscape(Profile profile, IllFormed policy, IllFormedUtf16 policyUtf16) {
        boolean marks = policy == IllFormed.REVERSIBLE || policyUtf16 == IllFormedUtf16.ESCAPE;
        if (marks && profile.refusesSurrogates() || policyUtf16 == IllFormedUtf16.WTF8) {
            throw new StringmillException(ErrorCode.POLICY_UNSUPPORTED, 0);
        }
        this.profile = profile;
        this.plan = new EscapePlan(profile.escapes(), policy, policyUtf16);
        this.utf8 = new JsonEscapeUtf8Driver(plan);
        this.utf16 = new JsonEscapeUtf16Driver(plan);
        this.latin1 = new JsonEscapeLatin1Driver(plan);
    }

    /**
     * Compiles the rules of a profile; they reject ill-formed input.
     *
     * @param profile the profile
     * @return the rules
     */
    public static JsonEscape of(Profile profile) {
        return new JsonEscape(Objects.requireNonNull(profile, "profile"), IllFormed.REJECT, IllFormedUtf16.REJECT);
    }

    /**
     * Returns these rules with another policy for sources of UTF-8.
     *
     * @param policy the policy for ill-formed bytes
     * @return the new rules
     * @throws StringmillException {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormed#REVERSIBLE} if readers of
     *     the profile refuse lone surrogates
     */
    public JsonEscape onIllFormed(IllFormed policy) {
        return new JsonEscape(profile, Objects.requireNonNull(policy, "policy"), illFormedUtf16());
    }

    /**
     * Returns these rules with another policy for sources of UTF-16.
     *
     * @param policy the policy for lone surrogates
     * @return the new rules
     * @throws StringmillException {@link ErrorCode#POLICY_UNSUPPORTED} for {@link IllFormedUtf16#WTF8}, and for
     *     {@link IllFormedUtf16#ESCAPE} if readers of the profile refuse lone surrogates
     */
    public JsonEscape onIllFormedUtf16(IllFormedUtf16 policy) {
        return new JsonEscape(profile, illFormed(), Objects.requireNonNull(policy, "policy"));
    }

    /**
     * Returns the profile.
     *
     * @return the profile
     */
    public Profile profile() {
        return profile;
    }

    /**
     * Returns the policy for sources of UTF-8.
     *
     * @return the policy for ill-formed bytes
     */
    public IllFormed illFormed() {
        return plan.policy();
    }

    /**
     * Returns the policy for sources of UTF-16.
     *
     * @return the policy for lone surrogates
     */
    public IllFormedUtf16 illFormedUtf16() {
        return plan.policyUtf16();
    }

    /** Returns the profile and the policies as text. */
    @Override
    public String toString() {
        return profile + ", " + illFormed().id() + ", " + illFormedUtf16().id();
    }
}
