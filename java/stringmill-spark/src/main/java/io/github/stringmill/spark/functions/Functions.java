package io.github.stringmill.spark.functions;

import io.github.stringmill.ErrorCode;
import io.github.stringmill.IllFormed;
import io.github.stringmill.JsonEscape;
import io.github.stringmill.LoneSurrogates;
import io.github.stringmill.Stringmill;
import io.github.stringmill.StringmillException;
import io.github.stringmill.internal.Utf8Unit;
import io.github.stringmill.spark.convert.IonToJson;
import io.github.stringmill.spark.convert.JsonToIon;
import io.github.stringmill.spark.convert.TextBuffer;
import io.github.stringmill.spark.convert.TextBytes;
import io.github.stringmill.spark.convert.TypedToIon;
import io.github.stringmill.spark.convert.Utf8Repair;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The SQL functions as static methods, which generated code calls; public for generated code alone. An input is a {@code UTF8String} or a {@code byte[]},
 * which is read where it is. With {@code isTry} a method returns null for an input that it refuses.
 */
public final class Functions {
    /** The longest text that is escaped in the buffer of its thread. */
    private static final int SCRATCH_TEXT_LEN = 1 << 16;

    /** A buffer for each thread. A new array for each text would first be filled with zeros. */
    private static final ThreadLocal<byte[]> SCRATCH = ThreadLocal.withInitial(() -> new byte[1 << 12]);

    private static final IllFormed[] POLICIES = IllFormed.values();
    private static final UTF8String[] POLICY_NAMES =
            Arrays.stream(POLICIES).map(policy -> UTF8String.fromString(policy.id())).toArray(UTF8String[]::new);
    private static final JsonEscape[] ESCAPE =
            Arrays.stream(POLICIES).map(JsonEscape.JSON::onIllFormed).toArray(JsonEscape[]::new);
    private static final UTF8String TYPED = UTF8String.fromString("typed");
    private static final UTF8String PLAIN = UTF8String.fromString("plain");
    private static final UTF8String ROUND = UTF8String.fromString("round");
    private static final int CANONICAL_DEPTH_MAX = 1024;
    private static final UTF8String REPLACE = POLICY_NAMES[IllFormed.REPLACE.ordinal()];
    private static final UTF8String REJECT = POLICY_NAMES[IllFormed.REJECT.ordinal()];
    private static final UTF8String[] REASONS = Arrays.stream(ErrorCode.values())
            .map(code -> UTF8String.fromString(code.says())).toArray(UTF8String[]::new);
    private static final ArrayData NO_ERRORS = new GenericArrayData(new Object[0]);

    private Functions() {}

    /**
     * {@code json_escape(text)}.
     *
     * @param text STRING or BINARY
     * @param isTry whether to return null for an input that is refused
     * @return the result; null if the input is refused
     */
    public static UTF8String jsonEscape(Object text, boolean isTry) {
        return escaped(text, JsonEscape.JSON, isTry);
    }

    /**
     * {@code json_escape(text, policy)}.
     *
     * @param text STRING or BINARY
     * @param policy the name of a policy
     * @param isTry whether to return null for an input that is refused
     * @return the result; null if the input is refused
     */
    public static UTF8String jsonEscape(Object text, UTF8String policy, boolean isTry) {
        return escaped(text, ESCAPE[policy(policy).ordinal()], isTry);
    }

    private static UTF8String escaped(Object text, JsonEscape rules, boolean isTry) {
        byte[] src = TextBytes.array(text);
        int from = TextBytes.offset(text);
        int len = TextBytes.len(text);
        try {
            if (len > SCRATCH_TEXT_LEN) {
                TextBuffer out = new TextBuffer(len + len / 8L);
                out.escape(rules, src, from, len, null);
                return UTF8String.fromBytes(out.bytes(), 0, out.len());
            }
            byte[] dst = scratch((int) Stringmill.jsonEscapeBound(rules, len));
            int written = Stringmill.jsonEscape(rules, src, from, len, dst, 0, dst.length, null);
            // Escapes are longer than their characters, and nothing is repaired, so equal lengths mean an unchanged
            // text.
            boolean isUnchanged = written == len && rules.illFormed() == IllFormed.REJECT;
            return isUnchanged ? unchanged(text) : UTF8String.fromBytes(Arrays.copyOf(dst, written));
        } catch (StringmillException e) {
            return refused("json_escape", e, isTry);
        }
    }

    /** Returns the buffer of this thread. */
    private static byte[] scratch(int least) {
        byte[] scratch = SCRATCH.get();
        if (scratch.length < least) {
            scratch = new byte[Math.max(least, 2 * scratch.length)];
            SCRATCH.set(scratch);
        }
        return scratch;
    }

    private static UTF8String unchanged(Object text) {
        return text instanceof UTF8String ? (UTF8String) text : UTF8String.fromBytes((byte[]) text);
    }

    /**
     * {@code json_unescape(text)}.
     *
     * @param text STRING or BINARY
     * @param isTry whether to return null for an input that is refused
     * @return the result; null if the input is refused
     */
    public static UTF8String jsonUnescape(Object text, boolean isTry) {
        return jsonUnescape(text, REJECT, isTry);
    }

    /**
     * {@code json_unescape(text, policy)}.
     *
     * @param text STRING or BINARY
     * @param policy the name of a policy
     * @param isTry whether to return null for an input that is refused
     * @return the result; null if the input is refused
     */
    public static UTF8String jsonUnescape(Object text, UTF8String policy, boolean isTry) {
        LoneSurrogates surrogates = choice("json_unescape", policy, REJECT, REPLACE)
                ? LoneSurrogates.REPLACE : LoneSurrogates.REJECT;
        int len = TextBytes.len(text);
        try {
            byte[] dst = new byte[len];
            int written = Stringmill.jsonUnescape(surrogates, TextBytes.array(text), TextBytes.offset(text), len, dst,
                    0, len, null);
            return UTF8String.fromBytes(dst, 0, written);
        } catch (StringmillException e) {
            return refused("json_unescape", e, isTry);
        }
    }

    /**
     * {@code json_canonical(json)}.
     *
     * @param json STRING or BINARY
     * @param isTry whether to return null for an input that is refused
     * @return the result; null if the input is refused
     */
    public static UTF8String jsonCanonical(Object json, boolean isTry) {
        return jsonCanonical(json, REJECT, isTry);
    }

    /**
     * {@code json_canonical(json, integers)}.
     *
     * @param json STRING or BINARY
     * @param integers {@code reject} or {@code round}, for integers that a double cannot hold
     * @param isTry whether to return null for an input that is refused
     * @return the result; null if the input is refused
     */
    public static UTF8String jsonCanonical(Object json, UTF8String integers, boolean isTry) {
        boolean rounds = choice("json_canonical", integers, REJECT, ROUND);
        try {
            return UTF8String.fromBytes(Stringmill.jsonCanonical(TextBytes.whole(json), CANONICAL_DEPTH_MAX, rounds));
        } catch (StringmillException e) {
            return refused("json_canonical", e, isTry);
        }
    }

    /**
     * {@code json_to_ion(json)}.
     *
     * @param json STRING or BINARY
     * @param isTry whether to return null for an input that is refused
     * @return the result; null if the input is refused
     */
    public static UTF8String jsonToIon(Object json, boolean isTry) {
        return jsonToIon(json, PLAIN, isTry);
    }

    /**
     * {@code json_to_ion(json, form)}.
     *
     * @param json STRING or BINARY
     * @param form {@code plain} or {@code typed}
     * @param isTry whether to return null for an input that is refused
     * @return the result; null if the input is refused
     */
    public static UTF8String jsonToIon(Object json, UTF8String form, boolean isTry) {
        boolean isTyped = choice("json_to_ion", form, PLAIN, TYPED);
        byte[] src = TextBytes.array(json);
        int from = TextBytes.offset(json);
        int len = TextBytes.len(json);
        try {
            return UTF8String.fromBytes(isTyped ? TypedToIon.of(src, from, len) : JsonToIon.of(src, from, len));
        } catch (StringmillException e) {
            return refused("json_to_ion", e, isTry);
        }
    }

    /**
     * {@code ion_to_json(ion)}.
     *
     * @param ion STRING or BINARY
     * @param isTry whether to return null for an input that is refused
     * @return the result; null if the input is refused
     */
    public static UTF8String ionToJson(Object ion, boolean isTry) {
        return ionToJson(ion, PLAIN, isTry);
    }

    /**
     * {@code ion_to_json(ion, form)}.
     *
     * @param ion STRING or BINARY
     * @param form {@code plain} or {@code typed}
     * @param isTry whether to return null for an input that is refused
     * @return the result; null if the input is refused
     */
    public static UTF8String ionToJson(Object ion, UTF8String form, boolean isTry) {
        boolean isTyped = choice("ion_to_json", form, PLAIN, TYPED);
        try {
            return UTF8String.fromBytes(
                    IonToJson.of(TextBytes.array(ion), TextBytes.offset(ion), TextBytes.len(ion), isTyped));
        } catch (StringmillException e) {
            return refused("ion_to_json", e, isTry);
        }
    }

    /**
     * {@code utf8_repair(text, policy)}.
     *
     * @param text STRING or BINARY
     * @param policy the name of a policy
     * @param isTry whether to return null for an input that is refused
     * @return the result; null if the input is refused
     */
    public static UTF8String utf8Repair(Object text, UTF8String policy, boolean isTry) {
        IllFormed repair = policy(policy);
        Utf8Repair.require(repair);
        byte[] src = TextBytes.array(text);
        int from = TextBytes.offset(text);
        int len = TextBytes.len(text);
        if (Stringmill.utf8ValidLen(src, from, len) == len) {
            return unchanged(text);
        }
        try {
            return UTF8String.fromBytes(Utf8Repair.of(repair, src, from, from + len));
        } catch (StringmillException e) {
            return refused("utf8_repair", e, isTry);
        }
    }

    /**
     * {@code utf8_errors(text)}.
     *
     * @param text STRING or BINARY
     * @param isTry whether to return null for an input that is refused
     * @return the errors
     */
    public static ArrayData utf8Errors(Object text, boolean isTry) {
        byte[] src = TextBytes.array(text);
        int from = TextBytes.offset(text);
        int to = from + TextBytes.len(text);
        int at = from + Stringmill.utf8ValidLen(src, from, to - from);
        if (at == to) {
            return NO_ERRORS;
        }
        List<InternalRow> errors = new ArrayList<>();
        while (at < to) {
            int unit = Utf8Unit.at(src, at, to);
            ErrorCode error = Utf8Unit.error(unit);
            errors.add(new GenericInternalRow(
                    new Object[] {at - from, Utf8Unit.len(unit), error.number(), REASONS[error.ordinal()]}));
            at += Utf8Unit.len(unit);
            at += Stringmill.utf8ValidLen(src, at, to - at);
        }
        return new GenericArrayData(errors.toArray());
    }

    private static IllFormed policy(UTF8String name) {
        for (int i = 0; i < POLICIES.length; i++) {
            if (POLICY_NAMES[i].equals(name)) {
                return POLICIES[i];
            }
        }
        throw new IllegalArgumentException("policy " + name + " is none of " + Arrays.toString(POLICY_NAMES));
    }

    /** Returns whether a choice has the second of its two names. */
    private static boolean choice(String function, UTF8String name, UTF8String first, UTF8String second) {
        boolean isSecond = second.equals(name);
        if (!isSecond && !first.equals(name)) {
            throw new IllegalArgumentException(function + ": " + name + " is neither " + first + " nor " + second);
        }
        return isSecond;
    }

    private static UTF8String refused(String function, StringmillException reason, boolean isTry) {
        if (isTry) {
            return null;
        }
        throw new IllegalArgumentException(function + ": " + reason.getMessage() + " (" + reason.code().number() + "); try_"
                + function + " returns NULL instead", reason);
    }
}
