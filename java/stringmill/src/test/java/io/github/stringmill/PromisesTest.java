package io.github.stringmill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Promises of the product, each with a test of its name. */
class PromisesTest {
    private static List<JsonEscape> everyRule() {
        List<JsonEscape> all = new ArrayList<>();
        Profile wild = Profile.builder("wild").escape('\\', "1234567").escape('x', "ab").escape('0', "c")
                .escape('A', "7654321").escapeNonAscii(0x800, 0xFFFF).escapeReplacement(true).build();
        List<Profile> profiles = new ArrayList<>(Profile.names().stream().map(Profile::of).toList());
        profiles.add(wild);
        for (Profile profile : profiles) {
            for (IllFormed policy : IllFormed.values()) {
                if (policy != IllFormed.REVERSIBLE || !profile.refusesSurrogates()) {
                    IllFormedUtf16 utf16 = IllFormedUtf16.values()[policy.ordinal() % 3];
                    all.add(JsonEscape.of(profile).onIllFormed(policy).onIllFormedUtf16(utf16));
                }
            }
        }
        return all;
    }

    /** Any bytes, any profile, any policy: an output within the bound, or a StringmillException. */
    @Test
    void totalAndWithinBounds() {
        RandomText texts = new RandomText(1);
        for (JsonEscape rules : everyRule()) {
            for (int round = 0; round < 200; round++) {
                byte[] src = round % 2 == 0 ? texts.bytes() : noise(texts.random());
                char[] units = texts.units();
                within(Stringmill.jsonEscapeBound(rules, src.length), () -> Stringmill.jsonEscape(rules, src));
                within(Stringmill.jsonEscapeLatin1Bound(rules, src.length),
                        () -> Stringmill.jsonEscapeLatin1(rules, src));
                within(Stringmill.jsonEscapeUtf16Bound(rules, units.length),
                        () -> Stringmill.jsonEscapeUtf16(rules, units));
                within(Stringmill.jsonUnescapeBound(src.length),
                        () -> Stringmill.jsonUnescape(LoneSurrogates.REVERSIBLE, src));
                within(Stringmill.utf16ToUtf8Bound(units.length),
                        () -> Stringmill.utf16ToUtf8(IllFormedUtf16.WTF8, units));
                within(Stringmill.latin1ToUtf8Bound(src.length), () -> Stringmill.latin1ToUtf8(src));
                within(Stringmill.base64DecodeBound(src.length), () -> Stringmill.base64Decode(Base64Form.URL, src));
            }
        }
    }

    private static byte[] noise(Random random) {
        byte[] bytes = new byte[random.nextInt(200)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static void within(long bound, Supplier<byte[]> operation) {
        try {
            int len = operation.get().length;
            assertTrue(len <= bound, () -> len + " bytes, bound " + bound);
        } catch (StringmillException e) {
            assertTrue(e.offset() >= 0);
        }
    }

    /** Bounds are nearly reached and do not overflow. */
    @Test
    void boundsAreNear() {
        byte[] controls = new byte[100];
        assertEquals(Stringmill.jsonEscapeBound(JsonEscape.JSON, 100),
                Stringmill.jsonEscape(JsonEscape.JSON, controls).length);
        JsonEscape visible = JsonEscape.JSON.onIllFormed(IllFormed.VISIBLE);
        byte[] stray = new byte[100];
        Arrays.fill(stray, (byte) 0x80);
        assertEquals(6 * 100, Stringmill.jsonEscapeBound(visible, 100));
        assertEquals(5 * 100, Stringmill.jsonEscape(visible, stray).length);
        assertEquals(3L * Integer.MAX_VALUE, Stringmill.utf16ToUtf8Bound(Integer.MAX_VALUE));
    }

    /** Operations over arrays and buffers allocate nothing after they are compiled. */
    @Test
    void nothingIsAllocated() {
        byte[] src = "a text \u00E9 with \"quotes\" \u4E2D".repeat(20).getBytes(StandardCharsets.UTF_8);
        byte[] dst = new byte[6 * src.length];
        ByteBuffer from = ByteBuffer.allocateDirect(src.length).put(src).flip();
        ByteBuffer to = ByteBuffer.allocateDirect(dst.length);
        Repairs repairs = new Repairs();
        noGarbage("arrays", () ->
                Stringmill.jsonEscape(JsonEscape.JSON, src, 0, src.length, dst, 0, dst.length, repairs));
        noGarbage("buffers", () -> Stringmill.jsonEscape(JsonEscape.JSON, from.rewind(), to.clear(), true, repairs));
        noGarbage("validation", () -> Stringmill.utf8ValidLen(src, 0, src.length));
        noGarbage("base64", () -> Stringmill.base64Encode(Base64Form.STANDARD, src, 0, src.length, dst, 0, dst.length));
    }

    /** Repeats until a thousand calls in a row allocate nothing, which takes until they are compiled. */
    private static void noGarbage(String what, Runnable call) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        // On a busy machine the compiler may wait for minutes.
        long end = System.nanoTime() + 300_000_000_000L;
        while (System.nanoTime() < end) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 1_000; i++) {
                call.run();
            }
            // The measurement itself may allocate a little.
            if (threads.getCurrentThreadAllocatedBytes() - before < 1_000) {
                return;
            }
        }
        fail(what + " allocate");
    }
}
