package io.github.stringmill.ion;

/** Which rules a reader follows if ion-java differs from the Ion specification; {@link StringmillIonReaderBuilder} lists
 * the differences. */
public enum Compat {
    /** The specification. */
    SPECIFICATION,
    /** The behaviour of ion-java 1.12.1. */
    ION_JAVA
}
