package io.github.stringmill.process;

import io.github.stringmill.Base64Form;
import io.github.stringmill.CharClass;
import io.github.stringmill.IllFormed;
import io.github.stringmill.JsonEscape;
import io.github.stringmill.Profile;
import io.github.stringmill.Stringmill;
import io.github.stringmill.Utf8Encoder;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;

/** A program that calls the operations of the core, so that all their caches fill. */
public final class CoreProgram implements Runnable {
    private static final String TEXT = "Plain text, \"quoted\" text and \u0436\u4E2D\uD83D\uDE00 ".repeat(100);

    @Override
    public void run() {
        ByteBuffer direct = ByteBuffer.allocateDirect(1 << 16);
        check(Utf8Encoder.encode(TEXT, 0, TEXT.length(), direct.clear()) > 0);
        check(Utf8Encoder.encode(new StringBuilder(TEXT), 0, TEXT.length(), new byte[1 << 16], 0, 1 << 16) > 0);
        check(Utf8Encoder.jsonEscape(JsonEscape.JSON, TEXT, 0, TEXT.length(), direct.clear()) > 0);
        Profile profile = Profile.builder("own").escape('<', "&lt;").build();
        JsonEscape own = JsonEscape.of(profile).onIllFormed(IllFormed.REPLACE);
        check(Stringmill.jsonEscapeUtf16(own, TEXT.toCharArray()).length > 0);
        byte[] utf8 = Stringmill.utf16ToUtf8(io.github.stringmill.IllFormedUtf16.REJECT, TEXT.toCharArray());
        check(Stringmill.jsonEscape(own, utf8).length > 0);
        check(Stringmill.utf8ValidLen(utf8, 0, utf8.length) == utf8.length);
        byte[] base64 = Stringmill.base64Encode(Base64Form.STANDARD, utf8);
        check(Stringmill.base64Decode(Base64Form.STANDARD, base64).length == utf8.length);
        check(Stringmill.scan(CharClass.STRING, direct.clear().put(utf8).flip()) > 0);
        Stringmill.jsonEscapeUtf16(JsonEscape.JSON, CharBuffer.wrap((CharSequence) TEXT), direct.clear(), true, null);
    }

    private static void check(boolean right) {
        if (!right) {
            throw new AssertionError("a wrong result");
        }
    }
}
