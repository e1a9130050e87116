package io.github.stringmill.spark;

/**
 * Throws checked exceptions through methods that do not declare them, as Scala does.
 *
 * <p>Spark decides by the class of an exception: {@code ignoreCorruptFiles} skips the rest of a file after every
 * RuntimeException and IOException, {@code ignoreMissingFiles} skips a file after a FileNotFoundException. So an
 * IOException of a file must not be wrapped, and any other failure must be neither of these.
 */
public final class Undeclared {
    private Undeclared() {}

    /**
     * Throws an exception.
     *
     * @param exception a checked exception
     * @return never
     */
    public static RuntimeException raise(Exception exception) {
        return raiseAs(exception);
    }

    @SuppressWarnings("unchecked")
    private static <E extends Exception> RuntimeException raiseAs(Exception exception) throws E {
        throw (E) exception;
    }
}
