package io.github.stringmill.benchmarks;

/** What any program does sooner or later: it looks at characters of a string outside Latin-1. */
final class Seen {
    private Seen() {}

    /** Looks at many of them; returns their sum so that nothing is left out. */
    static int strings() {
        String text = "\u2030 \u0436\u4e2d";
        int sum = 0;
        for (int i = 0; i < 20_000; i++) {
            sum += text.charAt(i % text.length());
        }
        return sum;
    }
}
