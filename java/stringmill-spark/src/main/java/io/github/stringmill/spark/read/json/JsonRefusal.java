package io.github.stringmill.spark.read.json;

/**
 * Ends the parse of a record that is not JSON. {@link JsonCursor} has the error. A single instance, without a stack
 * trace.
 */
final class JsonRefusal extends RuntimeException {
    static final JsonRefusal REFUSAL = new JsonRefusal();

    private static final long serialVersionUID = 1;

    private JsonRefusal() {
        super(null, null, false, false);
    }
}
