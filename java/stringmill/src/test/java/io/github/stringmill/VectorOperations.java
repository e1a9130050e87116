package io.github.stringmill;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The operations that have vectors, by their names in all languages, each bound to a case. */
final class VectorOperations {
    static final Map<String, Function<VectorCase, Subject>> ALL = Map.ofEntries(
            Map.entry("json_escape", VectorOperations::jsonEscape),
            Map.entry("json_unescape", VectorOperations::jsonUnescape),
            Map.entry("utf8_validate", VectorOperations::utf8Validate),
            Map.entry("scan", VectorOperations::scan),
            Map.entry("utf16_to_utf8", VectorOperations::utf16ToUtf8),
            Map.entry("latin1_to_utf8", VectorOperations::latin1ToUtf8),
            Map.entry("json_escape_utf16", VectorOperations::jsonEscapeUtf16),
            Map.entry("json_escape_latin1", VectorOperations::jsonEscapeLatin1),
            Map.entry("base64_encode", VectorOperations::base64Encode),
            Map.entry("base64_decode", VectorOperations::base64Decode),
            Map.entry("json_canonical", VectorOperations::jsonCanonical));

    private static final Map<String, JsonEscape> RULES = new ConcurrentHashMap<>();

    private VectorOperations() {}

    private static JsonEscape rules(String profile) {
        return RULES.computeIfAbsent(profile, name -> JsonEscape.of(Profile.of(name)));
    }

    private static Subject jsonEscape(VectorCase one) {
        IllFormed policy = IllFormed.of(one.choice("policy"));
        JsonEscape[] kept = new JsonEscape[1];
        return Subject.ofBytes(one.in(),
                (src, from, len, dst, at, cap, repairs) -> Stringmill.jsonEscape(
                        under(kept, one, policy), src, from, len, dst, at, cap, repairs),
                (src, dst, end, repairs) -> Stringmill.jsonEscape(under(kept, one, policy), src, dst, end, repairs));
    }

    /** Makes rules within the call, because an exception of theirs is an outcome of the case. */
    private static JsonEscape under(JsonEscape[] kept, VectorCase one, IllFormed policy) {
        if (kept[0] == null) {
            String key = one.choice("profile") + " " + policy;
            JsonEscape rules = rules(one.choice("profile"));
            kept[0] = RULES.computeIfAbsent(key, name -> rules.onIllFormed(policy));
        }
        return kept[0];
    }

    private static JsonEscape underUtf16(JsonEscape[] kept, VectorCase one) {
        if (kept[0] == null) {
            IllFormedUtf16 policy = IllFormedUtf16.of(one.choice("policy"));
            String key = one.choice("profile") + " utf16 " + policy;
            JsonEscape rules = rules(one.choice("profile"));
            kept[0] = RULES.computeIfAbsent(key, name -> rules.onIllFormedUtf16(policy));
        }
        return kept[0];
    }

    private static Subject jsonEscapeUtf16(VectorCase one) {
        JsonEscape[] kept = new JsonEscape[1];
        return Subject.ofUnits(one.units(),
                (src, from, len, dst, at, cap, repairs) -> Stringmill.jsonEscapeUtf16(
                        underUtf16(kept, one), src, from, len, dst, at, cap, repairs),
                (src, dst, end, repairs) -> Stringmill.jsonEscapeUtf16(underUtf16(kept, one), src, dst, end, repairs));
    }

    private static Subject jsonEscapeLatin1(VectorCase one) {
        JsonEscape rules = rules(one.choice("profile"));
        return Subject.ofBytes(one.in(),
                (src, from, len, dst, at, cap, repairs) -> Stringmill.jsonEscapeLatin1(
                        rules, src, from, len, dst, at, cap),
                (src, dst, end, repairs) -> Stringmill.jsonEscapeLatin1(rules, src, dst, end));
    }

    private static Subject jsonUnescape(VectorCase one) {
        LoneSurrogates policy = LoneSurrogates.of(one.choice("surrogates"));
        return Subject.ofBytes(one.in(),
                (src, from, len, dst, at, cap, repairs) -> Stringmill.jsonUnescape(
                        policy, src, from, len, dst, at, cap, repairs),
                (src, dst, end, repairs) -> Stringmill.jsonUnescape(policy, src, dst, end, repairs));
    }

    private static Subject utf16ToUtf8(VectorCase one) {
        IllFormedUtf16 policy = IllFormedUtf16.of(one.choice("policy"));
        return Subject.ofUnits(one.units(),
                (src, from, len, dst, at, cap, repairs) -> Stringmill.utf16ToUtf8(
                        policy, src, from, len, dst, at, cap, repairs),
                (src, dst, end, repairs) -> Stringmill.utf16ToUtf8(policy, src, dst, end, repairs));
    }

    private static Subject latin1ToUtf8(VectorCase one) {
        return Subject.ofBytes(one.in(),
                (src, from, len, dst, at, cap, repairs) -> Stringmill.latin1ToUtf8(src, from, len, dst, at, cap),
                (src, dst, end, repairs) -> Stringmill.latin1ToUtf8(src, dst, end));
    }

    /** Writes nothing, so every capacity suffices. */
    private static Subject utf8Validate(VectorCase one) {
        return Subject.ofBytes(one.in(),
                (src, from, len, dst, at, cap, repairs) -> {
                    Stringmill.utf8Validate(src, from, len);
                    return 0;
                },
                (src, dst, end, repairs) -> {
                    Stringmill.utf8Validate(src, end);
                    return StreamState.UNDERFLOW;
                });
    }

    /** The output is the length of the run; its end is reported like the quote of a string. */
    private static Subject scan(VectorCase one) {
        CharClass charClass = CharClass.of(one.choice("class"));
        return Subject.ofBytes(one.in(),
                (src, from, len, dst, at, cap, repairs) -> Stringmill.scan(charClass, src, from, len),
                (src, dst, end, repairs) -> {
                    Stringmill.scan(charClass, src);
                    return src.hasRemaining() ? StreamState.QUOTE : StreamState.UNDERFLOW;
                });
    }

    private static Base64Form form(VectorCase one) {
        Base64Form form = Base64Form.STANDARD
                .with(choice(Base64Form.Alphabet.class, one.choice("alphabet")))
                .with(choice(Base64Form.Padding.class, one.choice("padding")));
        if (!one.group().has("trailing_bits")) {
            return form;
        }
        return form.with(choice(Base64Form.TrailingBits.class, one.choice("trailing_bits")))
                .with(choice(Base64Form.WhiteSpace.class, one.choice("white_space")));
    }

    private static <E extends Enum<E>> E choice(Class<E> kind, String name) {
        return Enum.valueOf(kind, name.toUpperCase(Locale.ROOT));
    }

    private static Subject base64Encode(VectorCase one) {
        Base64Form form = form(one);
        return Subject.ofBytes(one.in(),
                (src, from, len, dst, at, cap, repairs) -> Stringmill.base64Encode(
                        form, src, from, len, dst, at, cap),
                (src, dst, end, repairs) -> Stringmill.base64Encode(form, src, dst, end));
    }

    private static Subject base64Decode(VectorCase one) {
        Base64Form form = form(one);
        return Subject.ofBytes(one.in(),
                (src, from, len, dst, at, cap, repairs) -> Stringmill.base64Decode(
                        form, src, from, len, dst, at, cap),
                (src, dst, end, repairs) -> Stringmill.base64Decode(form, src, dst, end));
    }

    /** A text has to be whole: its last member may be the first one of the canonical form. */
    private static Subject jsonCanonical(VectorCase one) {
        int depthMax = one.group().get("depth_max").asInt();
        return Subject.ofBytes(one.in(),
                (src, from, len, dst, at, cap, repairs) -> {
                    byte[] made = Stringmill.jsonCanonical(Arrays.copyOfRange(src, from, from + len), depthMax);
                    if (made.length > cap) {
                        return Stringmill.NO_ROOM;
                    }
                    System.arraycopy(made, 0, dst, at, made.length);
                    return made.length;
                },
                null);
    }
}
