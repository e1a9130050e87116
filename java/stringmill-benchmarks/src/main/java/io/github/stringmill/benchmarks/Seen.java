package io.github.stringmill.benchmarks;

/** Reads characters of a string outside Latin-1, like most programs at some time. */
final class Seen {
    private Seen() {}

    /** Reads many of them; returns their sum so that the compiler removes nothing. */
    static int strings() {
        String text = "\u2030 \u0436\u4e2d";
        int sum = 0;
        for (int i = 0; i < 20_000; i++) {
            sum += text.charAt(i % text.length());
        }
        return sum;
    }
}
