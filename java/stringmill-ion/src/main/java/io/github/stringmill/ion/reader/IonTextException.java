package io.github.stringmill.ion.reader;

import com.amazon.ion.IonException;

/** What is wrong with a text, and where: the message ends with line and offset as those of ion-java do. */
final class IonTextException extends IonException {
    private static final long serialVersionUID = 1L;

    IonTextException(String message) {
        super(message);
    }

    IonTextException(String message, Throwable cause) {
        super(message, cause);
    }
}
