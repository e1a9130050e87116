package io.github.stringmill.jackson;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.stringmill.ErrorCode;
import io.github.stringmill.IllFormed;
import io.github.stringmill.JsonEscape;
import io.github.stringmill.Profile;
import io.github.stringmill.Stringmill;
import io.github.stringmill.StringmillException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Methods that our generators add to Jackson's: two more kinds of sources, and the check of UTF-8. */
public abstract class AddedMethods {
    /** The share of cases: one in this number. */
    private static final int ONE_IN = System.getenv().getOrDefault("STRINGMILL_ONE_IN", "1").equals("1") ? 1 : 5;

    private final Jackson jackson;

    protected AddedMethods(Jackson jackson) {
        this.jackson = jackson;
    }

    private interface Write {
        void to(Generator generator) throws IOException;
    }

    private byte[] written(Settings settings, IllFormed policy, Write write) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (Generator generator = jackson.generator(policy, settings, out)) {
            generator.startArray();
            write.to(generator);
            write.to(generator);
        }
        return out.toByteArray();
    }

    /** Returns a stream that gives a few bytes at a time. */
    private static InputStream slowly(byte[] bytes, int most) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public int read(byte[] piece, int from, int len) {
                return super.read(piece, from, Math.min(len, most));
            }
        };
    }

    private static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length + 3).position(3).put(bytes).position(3);
    }

    @Test
    public void streamsAndBuffersAreWrittenAsArrays() throws Exception {
        Texts texts = new Texts(3);
        for (int i = 0; i < 400 / ONE_IN; i++) {
            Settings settings = i < 200 / ONE_IN ? Settings.DEFAULT
                    : new Settings(false, i % 2 == 0, true, i % 3 == 0, false, '\'', 0, i % 5, 0, false, " ", false);
            byte[] bytes = texts.bytes(texts.any().repeat(i % 7 == 0 ? 30 : 1));
            for (IllFormed policy : new IllFormed[] {null, IllFormed.REPLACE, IllFormed.VISIBLE}) {
                byte[] expected = written(settings, policy, g -> g.utf8(bytes, 0, bytes.length));
                ByteBuffer buffer = ByteBuffer.wrap(bytes);
                assertArrayEquals(expected, written(settings, policy, g -> g.utf8(buffer.rewind())));
                assertEquals(0, buffer.remaining());
                assertArrayEquals(expected, written(settings, policy, g -> g.utf8(direct(bytes))));
                assertArrayEquals(expected, written(settings, policy,
                        g -> g.utf8(ByteBuffer.wrap(bytes).asReadOnlyBuffer())));
                int most = 1 + texts.random().nextInt(30);
                assertArrayEquals(expected, written(settings, policy, g -> g.utf8(slowly(bytes, most), -1)));
                assertArrayEquals(expected, written(settings, policy,
                        g -> g.utf8(slowly(bytes, 5000), bytes.length)));
            }
        }
    }

    @Test
    public void streamThatEndsTooSoon() {
        Exception e = assertThrows(jackson.refusal(), () -> written(Settings.DEFAULT, null,
                g -> g.utf8(new ByteArrayInputStream(new byte[9]), 10)));
        // The message of Jackson 3 has a second line with the location.
        assertEquals("Didn't read enough from stream", e.getMessage().lines().findFirst().orElseThrow());
    }

    @Test
    public void checkedAsTheCoreChecks() throws Exception {
        Random random = new Random(4);
        Texts texts = new Texts(5);
        for (IllFormed policy : IllFormed.values()) {
            JsonEscape core = JsonEscape.of(Profile.of("jackson")).onIllFormed(policy);
            for (int i = 0; i < 2000 / ONE_IN; i++) {
                byte[] bytes = texts.bytes(texts.any());
                for (int k = random.nextInt(4); k > 0 && bytes.length > 0; k--) {
                    bytes[random.nextInt(bytes.length)] = (byte) (0x80 | random.nextInt(0x80));
                }
                checkLikeCore(core, policy, bytes);
            }
        }
    }

    private void checkLikeCore(JsonEscape core, IllFormed policy, byte[] bytes) throws IOException {
        byte[] inside;
        try {
            inside = Stringmill.jsonEscape(core, bytes);
        } catch (StringmillException expected) {
            for (Write write : List.<Write>of(g -> g.utf8(bytes, 0, bytes.length),
                    g -> g.utf8(slowly(bytes, 7), -1), g -> g.utf8(direct(bytes)))) {
                Exception e = assertThrows(jackson.refusal(), () -> written(Settings.DEFAULT, policy, write));
                StringmillException cause = assertInstanceOf(StringmillException.class, e.getCause());
                assertEquals(expected.code(), cause.code());
                assertEquals(expected.offset(), cause.offset());
            }
            return;
        }
        byte[] all = written(Settings.DEFAULT, policy, g -> g.utf8(bytes, 0, bytes.length));
        assertArrayEquals(inside, Arrays.copyOfRange(all, 2, 2 + inside.length));
        assertEquals(2 * inside.length + 7, all.length);
    }

    @Test
    public void offsetsAreFromTheBeginningOfTheText() {
        byte[] bytes = new byte[20_000];
        Arrays.fill(bytes, (byte) 'a');
        bytes[12_345] = (byte) 0xC3;
        for (Write write : List.<Write>of(g -> g.utf8(bytes, 5, bytes.length - 5),
                g -> g.utf8(new ByteArrayInputStream(bytes, 5, 19_000), -1))) {
            Exception e = assertThrows(jackson.refusal(), () -> written(Settings.DEFAULT, IllFormed.REJECT, write));
            StringmillException cause = (StringmillException) e.getCause();
            assertEquals(ErrorCode.UTF8_MISSING_CONTINUATION, cause.code());
            assertEquals("convert the input to UTF-8, or replace the ill-formed bytes", cause.remedy());
            assertEquals(12_340, cause.offset());
        }
    }

    @Test
    public void bufferThatIsTooShortForTheCheck() throws Exception {
        jackson.checkWithBuffer(IllFormed.REJECT, new byte[64]);
        jackson.checkWithBuffer(null, new byte[63]);
        IllegalStateException e = assertThrows(IllegalStateException.class,
                () -> jackson.checkWithBuffer(IllFormed.REJECT, new byte[63]));
        assertTrue(e.getMessage().contains("64"));
    }
}
