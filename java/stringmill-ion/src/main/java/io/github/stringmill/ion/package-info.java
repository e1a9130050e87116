/**
 * Amazon Ion text for users of ion-java, several times as fast: a
 * {@link io.github.stringmill.ion.StringmillIonReaderBuilder} in place of an {@code IonReaderBuilder}, and a
 * {@link io.github.stringmill.ion.StringmillIonTextWriterBuilder} in place of an {@code IonTextWriterBuilder}, are all
 * that changes.
 */
package io.github.stringmill.ion;
