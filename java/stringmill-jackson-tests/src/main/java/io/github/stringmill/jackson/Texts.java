package io.github.stringmill.jackson;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Texts to compare with Jackson: sweeps, texts around buffer limits, and random texts from one seed. */
public final class Texts {
    /** Characters that an implementation may handle separately; each long one also with a character after it. */
    static final String[] SPECIALS = {
        "\"", "\\", "/", "'", "\n", "\u0000", "\u001F", "\u007F", "<", "\u0080", "\u00E9", "\u0436", "\u07FF", "\u4E2D",
        "\u2028", "\uFFFF", "?", "?\u4E2D", "\uD83D\uDE00", "\uD83D", "\uDE00", "\uDBFF\uDFFF"
    };

    private final Random random;

    Texts(long seed) {
        random = new Random(seed);
    }

    /** Returns {@code len} letters with a special at {@code at}; longer by the length of the special. */
    static String with(String special, int at, int len) {
        StringBuilder text = new StringBuilder(len + 1);
        for (int i = 0; i < len; i++) {
            text.append(i == at ? special : String.valueOf((char) ('a' + i % 26)));
        }
        return text.toString();
    }

    /** Returns all lengths to 300 and, for step 1, every index of one special. */
    static List<String> sweep(String special, int step) {
        List<String> texts = new ArrayList<>();
        for (int len = 0; len <= 300; len++) {
            for (int at = len % step; at < len; at += step) {
                texts.add(with(special, at, len));
                if (step > 1) {
                    // After a string of only ASCII, Latin1Strings tries to copy again.
                    texts.add(with("", -1, len));
                }
            }
            texts.add(with("", -1, len));
        }
        return texts;
    }

    /** Returns texts around the lengths at which Jackson splits and flushes. */
    static List<String> borders() {
        List<String> texts = new ArrayList<>();
        for (int border : new int[] {512, 1000, 2000, 4000, 6000, 8000, 12000, 16000}) {
            for (int len = border - 9; len <= border + 9; len += border > 4000 ? 3 : 1) {
                texts.add(with("", -1, len));
                for (String special : SPECIALS) {
                    texts.add(with(special, border - 1, len + 20));
                    texts.add(with(special, border - 2, len));
                    texts.add(with(special, len - 1, len));
                }
            }
        }
        return texts;
    }

    /** Returns a random text: mostly short, with any density of specials, which sometimes changes. */
    String any() {
        int len = switch (random.nextInt(10)) {
            case 0, 1, 2 -> random.nextInt(16);
            case 3, 4, 5, 6 -> random.nextInt(80);
            case 7, 8 -> random.nextInt(400);
            default -> random.nextInt(100) == 0 ? random.nextInt(20_000) : random.nextInt(1500);
        };
        int density = 1 << random.nextInt(9);
        int kind = random.nextInt(4);
        StringBuilder text = new StringBuilder(len + 2);
        while (text.length() < len) {
            if (random.nextInt(100) == 0) {
                density = 1 << random.nextInt(9);
            }
            if (random.nextInt(density) == 0) {
                text.append(random.nextInt(4) == 0 ? String.valueOf((char) random.nextInt(0x10000))
                        : SPECIALS[random.nextInt(SPECIALS.length)]);
            } else {
                text.append((char) switch (kind) {
                    case 0, 1 -> ' ' + 1 + random.nextInt(94);
                    case 2 -> 'a';
                    default -> 0xC0 + random.nextInt(0x500);
                });
            }
        }
        return text.toString();
    }

    /** Returns its bytes, sometimes with ill-formed ones. */
    byte[] bytes(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > 0 && random.nextInt(4) == 0) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    Random random() {
        return random;
    }
}
