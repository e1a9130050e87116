package io.github.stringmill;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;

/** Random texts that are hard for kernels: runs of one kind, with anything else between them. */
public final class RandomText {
    private static final String[] CHARACTERS = {
        "\"", "\\", "/", "\n", "\u0000", "\u001F", "\u007F", "<", "&", "'", "\u0080", "\u0085", "\u00E9", "\u00FF",
        "\u0100", "\u0431", "\u07FF", "\u0800", "\u2028", "\u4E2D", "\uD7FF", "\uE000", "\uFFFD", "\uFFFF",
        "\uD800\uDC00", "\uD83D\uDE00", "\uDBFF\uDFFF"
    };
    private static final String[] ESCAPES = {
        "\\n", "\\\"", "\\\\", "\\/", "\\b", "\\u00e9", "\\u0041", "\\u4e2D", "\\uFFFF", "\\ud83d\\ude00", "\\uD800",
        "\\udc80", "\\ud800\\u0041", "\\ud800\\n", "\\ud83d\\ud83d\\ude00", "\\x", "\\u12", "\\u00g0", "\\"
    };
    private static final String[] ILL_FORMED = {
        "80", "BF", "C0", "C0AF", "C1BF", "C3", "E0", "E080", "E09F80", "E182", "E28241", "ED", "EDA0", "EDA080",
        "EDBFBF", "F08080", "F08F8080", "F09F98", "F0", "F4908080", "F5", "FE", "FF", "F88080808080"
    };

    private final Random random;

    /** The same seed gives the same texts in every run. */
    public RandomText(long seed) {
        random = new Random(seed);
    }

    /** Returns the source of the random choices. */
    public Random random() {
        return random;
    }

    /** Returns well-formed text; {@code wild} is the percentage of special pieces. */
    public String text(int pieces, int wild) {
        StringBuilder text = new StringBuilder();
        String run = CHARACTERS[random.nextInt(CHARACTERS.length)];
        for (int i = 0; i < pieces; i++) {
            if (random.nextInt(100) < wild) {
                text.append(CHARACTERS[random.nextInt(CHARACTERS.length)]);
            } else if (random.nextInt(4) == 0) {
                text.append(run.repeat(random.nextInt(9)));
            } else {
                text.append("abcdefghijklmnopqrstuvwxyz 0123456789,", 0, random.nextInt(38));
            }
        }
        return text.toString();
    }

    /** Returns bytes that are mostly UTF-8; some texts have ill-formed pieces, some escapes. */
    public byte[] bytes() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        int wild = new int[] {0, 5, 50, 100}[random.nextInt(4)];
        int kind = random.nextInt(4);
        for (int piece = random.nextInt(12); piece >= 0; piece--) {
            all.writeBytes(text(1 + random.nextInt(3), wild).getBytes(StandardCharsets.UTF_8));
            if (kind == 1) {
                all.writeBytes(HexFormat.of().parseHex(ILL_FORMED[random.nextInt(ILL_FORMED.length)]));
            } else if (kind == 2) {
                all.writeBytes(ESCAPES[random.nextInt(ESCAPES.length)].getBytes(StandardCharsets.UTF_8));
            } else if (kind == 3 && random.nextInt(6) == 0) {
                all.write(random.nextInt(256));
            }
        }
        return all.toByteArray();
    }

    /** Returns the contents of a JSON string, mostly valid. */
    public byte[] escaped() {
        StringBuilder text = new StringBuilder();
        for (int piece = random.nextInt(12); piece >= 0; piece--) {
            text.append(text(2, 0)).append(ESCAPES[random.nextInt(random.nextInt(20) == 0 ? ESCAPES.length : 10)]);
        }
        return text.toString().replace("\u0000", "").getBytes(StandardCharsets.UTF_8);
    }

    /** Returns code units that are mostly UTF-16. */
    public char[] units() {
        int pieces = random.nextInt(random.nextInt(8) == 0 ? 100 : 8);
        StringBuilder text = new StringBuilder(text(pieces, new int[] {0, 5, 50, 100}[random.nextInt(4)]));
        for (int lone = random.nextInt(6) - 3; lone > 0; lone--) {
            text.insert(random.nextInt(text.length() + 1), (char) (0xD800 + random.nextInt(0x800)));
        }
        return text.toString().toCharArray();
    }

    /** Returns bytes that are mostly ASCII. */
    public byte[] latin1() {
        byte[] bytes = new byte[random.nextInt(random.nextInt(8) == 0 ? 4_000 : 120)];
        int rare = 1 + random.nextInt(30);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (random.nextInt(rare) == 0 ? random.nextInt(256) : 'a' + random.nextInt(26));
        }
        return bytes;
    }

    /** Returns base64 that is mostly valid. */
    public byte[] base64() {
        byte[] raw = new byte[random.nextInt(random.nextInt(8) == 0 ? 5_000 : 100)];
        random.nextBytes(raw);
        Base64.Encoder encoder = random.nextBoolean() ? Base64.getEncoder() : Base64.getUrlEncoder();
        String text = (random.nextBoolean() ? encoder : encoder.withoutPadding()).encodeToString(raw);
        StringBuilder changed = new StringBuilder(text);
        String others = " \n\t\r\u000B\f=AQg+/-_*\u007F\u00E9";
        for (int change = random.nextInt(4); change > 0; change--) {
            char other = others.charAt(random.nextInt(others.length()));
            int place = random.nextInt(changed.length() + 1);
            if (place < changed.length() && random.nextInt(3) == 0) {
                changed.setCharAt(place, other);
            } else {
                changed.insert(place, other);
            }
        }
        return changed.toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
