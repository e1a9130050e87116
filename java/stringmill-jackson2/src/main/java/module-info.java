/** A {@code JsonFactory} for Jackson 2.x whose generators write the same bytes, and strings many times as fast. */
module io.github.stringmill.jackson2 {
    requires transitive com.fasterxml.jackson.core;
    requires static com.fasterxml.jackson.databind;
    requires transitive io.github.stringmill;

    exports io.github.stringmill.jackson2;
}
