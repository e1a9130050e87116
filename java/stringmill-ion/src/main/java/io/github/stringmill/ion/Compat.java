package io.github.stringmill.ion;

/** What counts where ion-java and the Ion specification disagree; {@link StringmillIonReaderBuilder} lists where. */
public enum Compat {
    /** The specification. */
    SPECIFICATION,
    /** What ion-java 1.12.1 does. */
    ION_JAVA
}
