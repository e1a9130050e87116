package io.github.stringmill;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.stringmill.Base64Form.Padding;
import io.github.stringmill.Base64Form.TrailingBits;
import io.github.stringmill.Base64Form.WhiteSpace;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Our base64 agrees with java.util.Base64. */
class Base64Test {
    private final Random random = new Random(64);

    private byte[] bytes(int len) {
        byte[] bytes = new byte[len];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void agreesWithTheJdk() {
        for (int round = 0; round < 3_000; round++) {
            byte[] src = bytes(round < 400 ? round : random.nextInt(3_000));
            byte[] standard = Base64.getEncoder().encode(src);
            byte[] url = Base64.getUrlEncoder().withoutPadding().encode(src);
            assertArrayEquals(standard, Stringmill.base64Encode(Base64Form.STANDARD, src));
            assertArrayEquals(url, Stringmill.base64Encode(Base64Form.URL, src));
            assertEquals(standard.length, Stringmill.base64EncodeBound(Base64Form.STANDARD, src.length));
            assertEquals(url.length, Stringmill.base64EncodeBound(Base64Form.URL, src.length));
            assertArrayEquals(src, Stringmill.base64Decode(Base64Form.STANDARD, standard));
            assertArrayEquals(src, Stringmill.base64Decode(Base64Form.URL, url));
            byte[] mime = Base64.getMimeEncoder().encode(src);
            assertArrayEquals(src, Stringmill.base64Decode(Base64Form.STANDARD.with(WhiteSpace.JSON), mime));
        }
    }

    /** Each surplus bit is checked, alone and with others. */
    @Test
    void everyLastSymbol() {
        String symbols = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        for (int number = 0; number < 64; number++) {
            byte[] two = {'A', (byte) symbols.charAt(number)};
            byte[] three = {'A', 'A', (byte) symbols.charAt(number)};
            assertEquals((number & 15) == 0, isTaken(two));
            assertEquals((number & 3) == 0, isTaken(three));
        }
    }

    private static boolean isTaken(byte[] src) {
        try {
            Stringmill.base64Decode(Base64Form.URL, src);
            return true;
        } catch (StringmillException e) {
            assertEquals("base64_trailing_bits at " + (src.length - 1), e.code().id() + " at " + e.offset());
            return false;
        }
    }

    /** The form of atob in web browsers. */
    @Test
    void forgivingForm() {
        Base64Form forgiving =
                Base64Form.STANDARD.with(Padding.OPTIONAL).with(TrailingBits.DROP).with(WhiteSpace.WHATWG);
        byte[] src = " SW9u\f ICYg\r\nY28= ".getBytes(StandardCharsets.US_ASCII);
        assertEquals("Ion & co", new String(Stringmill.base64Decode(forgiving, src), StandardCharsets.US_ASCII));
        byte[] trailing = {'a', 'R'};
        assertArrayEquals(new byte[] {'i'}, Stringmill.base64Decode(forgiving, trailing));
        assertEquals(ErrorCode.BASE64_TRAILING_BITS, assertThrows(StringmillException.class,
                () -> Stringmill.base64Decode(Base64Form.URL, trailing)).code());
    }

    /** White space of any length inside a group is also accepted from a direct buffer, which is copied in pieces. */
    @Test
    void longWhiteSpaceInsideAGroup() {
        Base64Form form = Base64Form.STANDARD.with(WhiteSpace.JSON);
        ByteBuffer src = ByteBuffer.allocateDirect(100_000);
        src.put((byte) 'S');
        while (src.remaining() > 3) {
            src.put((byte) ' ');
        }
        src.put("W9u".getBytes(StandardCharsets.US_ASCII)).flip();
        ByteBuffer dst = ByteBuffer.allocate(3);
        assertEquals(StreamState.UNDERFLOW, Stringmill.base64Decode(form, src, dst, true));
        assertArrayEquals("Ion".getBytes(StandardCharsets.US_ASCII), dst.array());
    }
}
