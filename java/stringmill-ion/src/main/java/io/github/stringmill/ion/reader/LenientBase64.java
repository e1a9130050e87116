package io.github.stringmill.ion.reader;

import java.util.Arrays;
import java.util.Base64;

/**
 * Base64 as ion-java 1.12.1 reads it, for {@link LobReader}: padding may be the second character of a group and come
 * before symbols, and groups may follow it; vertical tab and form feed are not white space.
 */
final class LenientBase64 {
    private static final int PADDING = 128;
    private static final int[] NUMBERS = new int[256];

    static {
        Arrays.fill(NUMBERS, -1);
        for (int number = 0; number < 64; number++) {
            byte[] group = {(byte) (number << 2), 0, 0};
            NUMBERS[Base64.getEncoder().encode(group)[0]] = number;
        }
        NUMBERS['='] = PADDING;
    }

    private final ByteInput input;
    private int at;
    private final int end;

    private LenientBase64(ByteInput input, int from, int to) {
        this.input = input;
        at = from;
        end = to;
    }

    static byte[] decode(ByteInput input, int from, int to) {
        return new LenientBase64(input, from, to).decode();
    }

    private byte[] decode() {
        byte[] bytes = new byte[(end - at) / 4 * 3 + 3];
        int count = 0;
        while (skipBlank()) {
            int first = number();
            if (first == PADDING) {
                throw input.error("a group of base64 is padding only", at);
            }
            int second = further();
            int third = further();
            int fourth = further();
            int bits = first << 18 | second << 12 | third << 6 | fourth & 0x3F;
            bytes[count++] = (byte) (first << 2 | second >> 4 & 3);
            if (fourth != PADDING || third != PADDING) {
                bytes[count++] = (byte) (second << 4 | third >> 2 & 0x0F);
            }
            if (fourth != PADDING) {
                bytes[count++] = (byte) bits;
            }
        }
        return Arrays.copyOf(bytes, count);
    }

    private boolean skipBlank() {
        while (at < end && Letters.isByte(input.buf[at], Letters.BLANK)) {
            at++;
        }
        return at < end;
    }

    private int further() {
        if (!skipBlank()) {
            throw input.error("a group of base64 is too short", end + 1);
        }
        return number();
    }

    private int number() {
        int number = NUMBERS[input.buf[at] & 0xFF];
        at = input.indexAfter(at);
        if (number < 0) {
            throw input.error("no symbol of base64", at);
        }
        return number;
    }
}
