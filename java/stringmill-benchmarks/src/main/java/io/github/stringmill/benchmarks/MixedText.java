package io.github.stringmill.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Texts of one kind and an exact length, down to a single unit, which {@code tools/run bench --texts} does not have.
 *
 * @param content the kind
 * @param random selects their words
 */
record MixedText(String content, Random random) {
    /** The kinds of text, in the order of the tables. */
    static final List<String> CONTENTS =
            List.of("ascii", "french", "greek", "cyrillic", "cjk", "emoji", "html", "json", "mix");

    /** The kinds of short text: "one" is ASCII with one such character, at any place. */
    static final List<String> SHORT = List.of("ascii", "one-accent", "cyrillic", "cjk", "one-emoji", "one-quote",
            "one-slash", "one-line-feed");

    private static final Map<String, String> ONE = Map.of("one-accent", "é", "one-emoji", "😀", "one-quote", "\"",
            "one-slash", "/", "one-line-feed", "\n");

    private static final Map<String, String[]> WORDS = Map.of(
            "ascii", "the quick brown fox jumps over lazy dog value string memory speed of light mill stone".split(" "),
            "french", "été déjà naïve garçon où façade élève mère the plain maison rivière à côté forêt tiré".split(" "),
            "greek", "γρήγορα λέξεις και μύλος το νερό πέτρα φως της μνήμη ταχύτητα ένα ο δρόμος κείμενο".split(" "),
            "cyrillic", "быстрая мельница текста и строк на реке камень свет память скорость в одном слово".split(" "),
            "cjk", "漢字 文章 速度 中文 日本語 の は 水車 石 光 記憶 一つ 言葉 川".split(" "),
            "emoji", "😀 🎉 🚀 🐟 🌊 🪨 💡 🧠".split(" "));

    /** Returns whether a character of the content fits into this many units. */
    static boolean fits(String content, int length, boolean utf8) {
        int least = switch (content) {
            case "greek", "cyrillic" -> utf8 ? 2 : 1;
            case "cjk" -> utf8 ? 3 : 1;
            case "emoji", "one-emoji" -> utf8 ? 4 : 2;
            case "one-accent" -> utf8 ? 2 : 1;
            default -> 1;
        };
        return length >= least;
    }

    /** Returns a text of {@code length} bytes of UTF-8 or chars; blanks fill it if the last character does not fit. */
    String of(int length, boolean utf8) {
        String one = ONE.get(content);
        if (one != null) {
            int rest = length - (utf8 ? utf8Length(one.codePointAt(0)) : one.length());
            return new StringBuilder(new MixedText("ascii", random).of(rest, false))
                    .insert(random.nextInt(rest + 1), one).toString();
        }
        StringBuilder text = new StringBuilder(length + 64);
        // Begins anywhere in a piece, so that texts of one character differ too.
        String first = piece(content);
        text.append(first, first.offsetByCodePoints(0, random.nextInt(first.codePointCount(0, first.length()))),
                first.length());
        while (text.length() < length) {
            text.append(piece(content));
        }
        int end = 0;
        int units = 0;
        while (end < text.length()) {
            int character = text.codePointAt(end);
            int more = utf8 ? utf8Length(character) : Character.charCount(character);
            if (units + more > length) {
                break;
            }
            units += more;
            end += Character.charCount(character);
        }
        text.setLength(end);
        return text.append(" ".repeat(length - units)).toString();
    }

    private static int utf8Length(int character) {
        return character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    }

    private String piece(String kind) {
        return switch (kind) {
            // A quote in every 10 bytes.
            case "html" -> String.format(Locale.ROOT, "<p class=\"%s\"><a href=\"/%s\">%s</a>\n",
                    word("ascii"), word("ascii"), word("ascii"));
            // A quote in every 3 bytes.
            case "json" -> String.format(Locale.ROOT, "{\"id\":\"%02d\",\"%.2s\":\"%.2s\",\"on\":\"x\"},",
                    random.nextInt(100), word("ascii"), word("ascii"));
            case "mix" -> piece(CONTENTS.get(random.nextInt(CONTENTS.size() - 1)));
            case "cjk", "emoji" -> word(kind);
            default -> word(kind) + " ";
        };
    }

    private String word(String kind) {
        String[] words = WORDS.get(kind);
        return words[random.nextInt(words.length)];
    }
}
