package io.github.stringmill.jackson;

import java.util.Random;

/**
 * Settings of parsers, applied alike to Jackson's and to ours.
 *
 * @param features a mask of the first features of {@code JsonReadFeature}
 * @param intern whether names are interned
 * @param canonical whether names are canonicalized; Jackson reads characters otherwise
 * @param detects whether the encoding is detected
 * @param maxText the limit of the length of strings
 * @param maxName the limit of the length of names
 * @param maxDocument the limit of the length of the document; negative for none
 */
public record ReadSettings(int features, boolean intern, boolean canonical, boolean detects, int maxText, int maxName,
        long maxDocument) {
    public static final ReadSettings DEFAULT = new ReadSettings(0, true, true, true, 20_000_000, 50_000, -1);

    static ReadSettings random(Random random) {
        boolean limited = random.nextInt(6) == 0;
        return new ReadSettings(random.nextInt(3) == 0 ? random.nextInt() : 0, random.nextBoolean(),
                random.nextInt(12) != 0, random.nextInt(8) != 0,
                limited ? 1 + random.nextInt(random.nextBoolean() ? 100 : 20_000) : 20_000_000,
                limited ? 1 + random.nextInt(100) : 50_000, random.nextInt(12) == 0 ? random.nextInt(20_000) : -1);
    }
}
