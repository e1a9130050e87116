package io.github.stringmill.internal;

/**
 * The rules of {@link PartialReader}. Lengths count units of the input.
 *
 * @param around the text that may be around the value
 * @param uniqueNames whether a name that its object has already is refused
 * @param depthMax the most levels of arrays and objects
 * @param stringMax the most units between the quotes of a string
 * @param lengthMax the most units of the whole input
 */
public record PartialRules(Around around, boolean uniqueNames, int depthMax, long stringMax, long lengthMax) {
    /** The text that may be around the value. */
    public enum Around {
        /** White space alone. */
        REFUSE,
        /** A code fence. */
        FENCE,
        /** Any. */
        TEXT
    }
}
