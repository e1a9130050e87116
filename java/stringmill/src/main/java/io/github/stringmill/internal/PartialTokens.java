package io.github.stringmill.internal;

/** What {@link PartialScanner} reports: the tokens of a text, of strings each part. */
public interface PartialTokens {
    /** An array or object begins. */
    void open(boolean isArray);

    /** The innermost array or object ends. */
    void close();

    /** A word with this first letter: {@code true}, {@code false} or {@code null}. */
    void word(char first);

    /**
     * A number, which is whole.
     *
     * @return whether it is in the range of numbers
     */
    boolean number(String digits, boolean isInteger);

    /** A string begins, or a name. */
    void beginString(boolean isName);

    /** The next characters of the string: {@code units[from, to)}, without half a pair at an end. */
    void text(char[] units, int from, int to);

    /**
     * The name ends.
     *
     * @return whether its object has a member of this name already
     */
    boolean endName();

    /** The string ends. */
    void endString();
}
