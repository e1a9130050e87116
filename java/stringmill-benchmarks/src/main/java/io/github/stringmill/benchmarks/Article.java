package io.github.stringmill.benchmarks;

import java.util.List;

/**
 * An object as a service writes it.
 *
 * @param id a number
 * @param title a short text
 * @param author a shorter one
 * @param tags three words
 * @param text the text that gives the object its size
 * @param views a number
 * @param rating a number with a fraction
 * @param published a flag
 */
public record Article(int id, String title, String author, List<String> tags, String text, long views, double rating,
        boolean published) {
    static Article of(MixedText text, int id, int length) {
        return new Article(id, text.of(Math.min(24, length), false), text.of(8, false),
                List.of(text.of(4, false), text.of(5, false), text.of(6, false)), text.of(length, false),
                7919L * id, id / 8.0, id % 2 == 0);
    }

    /** Returns an equal object with strings of its own. */
    Article copy() {
        return new Article(id, copy(title), copy(author), tags.stream().map(Article::copy).toList(), copy(text), views,
                rating, published);
    }

    private static String copy(String text) {
        return new String(text.toCharArray());
    }
}
