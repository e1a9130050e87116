package io.github.stringmill.ion.reader;

import com.amazon.ion.IonException;

/**
 * An error in a text, thrown by all readers of this package. Its message ends with line and offset, like ion-java's.
 */
final class IonTextException extends IonException {
    private static final long serialVersionUID = 1L;

    IonTextException(String message) {
        super(message);
    }

    IonTextException(String message, Throwable cause) {
        super(message, cause);
    }
}
