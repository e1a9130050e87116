package example;

/** What the server returns: text with characters to escape, with accents and in other scripts. */
public record Page(String title, String html, WrittenBy writtenBy) {
    static Page sample() {
        String row = "<p class=\"note\">50 \u20ac, caf\u00e9, \u6f22\u5b57, \ud83d\ude00\t&amp; \\ more</p>\n";
        return new Page("Prices \"today\"", row.repeat(200), new WrittenBy());
    }
}
