package io.github.stringmill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Profiles of the library by name, and built ones. */
class ProfileTest {
    private static String escaped(Profile profile, String text) {
        byte[] out = Stringmill.jsonEscape(JsonEscape.of(profile), text.getBytes(StandardCharsets.UTF_8));
        return new String(out, StandardCharsets.UTF_8);
    }

    private static ErrorCode refused(Runnable call) {
        return assertThrows(StringmillException.class, call::run).code();
    }

    @Test
    void byNameAndOptions() {
        assertEquals("\\/<\\u00e9", escaped(Profile.of("php"), "/<\u00E9"));
        Profile some = Profile.of("php:hex-tag,unescaped-unicode,unescaped-slashes");
        assertEquals("/\\u003C\u00E9", escaped(some, "/<\u00E9"));
        // Without the option that it needs, an option changes nothing.
        assertEquals("\\u2028", escaped(Profile.of("php:unescaped-line-terminators"), "\u2028"));
        assertEquals("\u2028", escaped(Profile.of("php:unescaped-line-terminators,unescaped-unicode"), "\u2028"));
        assertEquals("\\x07\\x85", escaped(Profile.of("ion").toBuilder("hex").escape('\u0007', "\\x07").build(),
                "\u0007\u0085"));
        assertEquals(ErrorCode.PROFILE_UNKNOWN, refused(() -> Profile.of("xml")));
        assertEquals(ErrorCode.PROFILE_UNKNOWN, refused(() -> Profile.options("xml")));
        assertEquals(ErrorCode.PROFILE_OPTION_UNKNOWN, refused(() -> Profile.of("json:slash")));
    }

    /** Both sides of each limit between forms. */
    @Test
    void formsOfEscapes() {
        String text = "\u0080\u00FF\u0100\uFFFF\uD800\uDC00\uDBFF\uDFFF";
        assertEquals("\\x80\\xff\\u0100\\uffff\\U00010000\\U0010ffff", escaped(Profile.of("ion:ascii-only"), text));
        assertEquals("\\u0080\\u00ff\\u0100\\uffff\\ud800\\udc00\\udbff\\udfff", escaped(Profile.of("ascii"), text));
        Profile pairs = Profile.of("jackson:surrogate-pairs");
        assertEquals("\u0080\u00FF\u0100\uFFFF\\uD800\\uDC00\\uDBFF\\uDFFF", escaped(pairs, text));
    }

    @Test
    void copiesAreTheSame() {
        RandomText texts = new RandomText(8);
        for (String name : Profile.names()) {
            Profile profile = Profile.of(name);
            Profile copy = profile.toBuilder("copy").build();
            for (int round = 0; round < 200; round++) {
                String text = texts.text(10, 60);
                assertEquals(escaped(profile, text), escaped(copy, text));
            }
            assertEquals(profile.refusesSurrogates(), copy.refusesSurrogates());
            assertEquals(profile.escapesReplacement(), copy.escapesReplacement());
        }
    }

    @Test
    void ofOnesOwn() {
        Profile mine = Profile.builder("mine").escape('"', "''").escapeNonAscii().keepNonAscii(0xA0, 0xFF)
                .upperHex(true).build();
        assertEquals("''\n\u00E9\\u0431\\uD83D\\uDE00", escaped(mine, "\"\n\u00E9\u0431\uD83D\uDE00"));
        assertEquals("''", mine.asciiEscape('"'));
        assertNull(mine.asciiEscape('a'));
        assertTrue(mine.escapesNonAscii(0x100) && !mine.escapesNonAscii(0xFF) && mine.upperHex());
        assertEquals("\\U0001f600", escaped(mine.toBuilder("ion").form(Profile.Form.ION).upperHex(false).build(),
                "\uD83D\uDE00"));
        assertEquals("\"", escaped(mine.toBuilder("bare").keep('"').build(), "\""));
        assertEquals("\u0431", escaped(mine.toBuilder("plain").keepNonAscii().build(), "\u0431"));
    }

    @Test
    void unsoundEntriesAreRefused() {
        Profile.Builder builder = Profile.builder("mine");
        assertEquals(ErrorCode.PROFILE_UNSOUND, refused(() -> builder.escape('a', "")));
        assertEquals(ErrorCode.PROFILE_UNSOUND, refused(() -> builder.escape('a', "12345678")));
        assertEquals(ErrorCode.PROFILE_UNSOUND, refused(() -> builder.escape('a', "\u00E9")));
        assertEquals(ErrorCode.PROFILE_UNSOUND, refused(() -> builder.escapeNonAscii(0x7F, 0x80)));
        assertEquals(ErrorCode.PROFILE_UNSOUND, refused(() -> builder.escapeNonAscii(0x90, 0x80)));
        assertEquals(ErrorCode.PROFILE_UNSOUND, refused(() -> builder.keepNonAscii(0x80, 0x110000)));
        assertThrows(IndexOutOfBoundsException.class, () -> builder.escape('\u0080', "x"));
    }

    @Test
    void policiesThatAProfileCannotCarry() {
        JsonEscape jcs = JsonEscape.of(Profile.of("jcs"));
        assertEquals(ErrorCode.POLICY_UNSUPPORTED, refused(() -> jcs.onIllFormed(IllFormed.REVERSIBLE)));
        assertEquals(ErrorCode.POLICY_UNSUPPORTED, refused(() -> jcs.onIllFormedUtf16(IllFormedUtf16.ESCAPE)));
        assertEquals(ErrorCode.POLICY_UNSUPPORTED,
                refused(() -> JsonEscape.JSON.onIllFormedUtf16(IllFormedUtf16.WTF8)));
        assertEquals(ErrorCode.POLICY_UNSUPPORTED,
                refused(() -> Stringmill.utf16ToUtf8(IllFormedUtf16.ESCAPE, new char[0])));
        assertEquals("json, replace, reject", JsonEscape.JSON.onIllFormed(IllFormed.REPLACE).toString());
    }

    /** A wrong argument is no error of the data. */
    @Test
    void onlyErrorsOfTheInputHaveAPlace() {
        for (ErrorCode code : ErrorCode.values()) {
            String message = new StringmillException(code, 7).getMessage();
            assertEquals(message.equals(code.says() + " at byte 7") || message.equals(code.says() + " at code unit 7"),
                    !message.equals(code.says()), message);
        }
        assertEquals("this output cannot represent the marks of this policy",
                assertThrows(StringmillException.class, () -> Stringmill.utf16ToUtf8(IllFormedUtf16.ESCAPE, new char[0]))
                        .getMessage());
        assertEquals("no profile has this name",
                assertThrows(StringmillException.class, () -> Profile.of("x")).getMessage());
    }
}
