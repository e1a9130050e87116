package io.github.stringmill.spark;

/** A format of records, by the name that {@code spark.read().format(...)} has for it. */
public enum RecordFormat {
    /** JSON texts: NDJSON, concatenated values, or one value a file. */
    JSON("stringmill-json");

    private final String shortName;

    RecordFormat(String shortName) {
        this.shortName = shortName;
    }

    /**
     * Returns the name in Spark.
     *
     * @return a name such as {@code stringmill-json}
     */
    public String shortName() {
        return shortName;
    }
}
