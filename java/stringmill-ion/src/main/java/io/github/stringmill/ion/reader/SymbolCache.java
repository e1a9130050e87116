package io.github.stringmill.ion.reader;

import io.github.stringmill.internal.Pool;
import java.lang.ref.SoftReference;

/**
 * Strings of ASCII symbols that were read before, so that {@link SymbolTexts} does not make a repeated name again. Each
 * slot holds the last symbol that hashed to it. Symbols are compared by their first and last eight bytes, and longer
 * ones by all bytes. A reader at its end leaves its cache to the next one.
 */
final class SymbolCache {
    private static final int SMALLEST = 64;
    private static final int LARGEST = 1024;
    /** Longer symbols seldom repeat. */
    private static final int LONGEST = 64;
    /** After this many misses that outnumber hits, the next {@link #PAUSE} symbols are not looked up. */
    private static final int PATIENCE = 256;
    private static final int PAUSE = 2048;

    /** Caches of readers at their end; soft references, because they hold text of the program. */
    private static final Pool<SoftReference<SymbolCache>> SPARE = new Pool<>(() -> new SymbolCache().self);

    private final SoftReference<SymbolCache> self = new SoftReference<>(this);
    private String[] texts = new String[SMALLEST];
    private long[] firsts = new long[SMALLEST];
    private long[] lasts = new long[SMALLEST];
    /** Lookups since the last pause. */
    private int hits;
    private int misses;
    /** How many symbols the pause still lasts. */
    private int pause;

    private SymbolCache() {}

    /** A cache that was given back, or a new one. */
    static SymbolCache take() {
        SymbolCache cache = SPARE.take().get();
        if (cache == null) {
            return new SymbolCache();
        }
        cache.hits = 0;
        cache.misses = 0;
        cache.pause = 0;
        return cache;
    }

    /** Gives the cache to the next reader. */
    void give() {
        SPARE.give(self);
    }

    /** The text of {@code src[from, to)}, all of it ASCII and not empty. */
    String text(byte[] src, int from, int to) {
        int len = to - from;
        if (len > LONGEST || pause > 0) {
            pause -= pause > 0 ? 1 : 0;
            return Words.text(src, from, len);
        }
        long first;
        long last;
        if (len >= 8) {
            first = Words.load(src, from);
            last = Words.load(src, to - 8);
        } else {
            first = shortWord(src, from, len);
            last = len;
        }
        long mixed = (first * 0x9E3779B97F4A7C15L ^ last) * 0xD6E8FEB86659FD93L;
        int place = (int) (mixed >>> 40) & texts.length - 1;
        String text = texts[place];
        if (text != null && firsts[place] == first && lasts[place] == last && text.length() == len
                && (len <= 16 || sameMiddle(text, src, from, len))) {
            hits++;
            return text;
        }
        return miss(src, from, len, first, last, mixed);
    }

    private String miss(byte[] src, int from, int len, long first, long last, long mixed) {
        if (++misses >= PATIENCE && hits < misses) {
            pause = PAUSE;
            hits = 0;
            misses = 0;
        }
        if (misses > texts.length && texts.length < LARGEST) {
            int size = texts.length * 4;
            texts = new String[size];
            firsts = new long[size];
            lasts = new long[size];
        }
        int place = (int) (mixed >>> 40) & texts.length - 1;
        String text = Words.text(src, from, len);
        texts[place] = text;
        firsts[place] = first;
        lasts[place] = last;
        return text;
    }

    private static long shortWord(byte[] src, int from, int len) {
        if (src.length - from >= 8) {
            return Words.load(src, from) & (1L << len * 8) - 1;
        }
        long word = 0;
        for (int i = 0; i < len; i++) {
            word |= (src[from + i] & 0xFFL) << i * 8;
        }
        return word;
    }

    private static boolean sameMiddle(String text, byte[] src, int from, int len) {
        for (int i = 8; i < len - 8; i++) {
            if (text.charAt(i) != src[from + i]) {
                return false;
            }
        }
        return true;
    }
}
