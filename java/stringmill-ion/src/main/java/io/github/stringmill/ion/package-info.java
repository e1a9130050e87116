/**
 * Amazon Ion text for users of ion-java, several times as fast: a
 * {@link io.github.stringmill.ion.StringmillIonReaderBuilder} in place of an {@code IonReaderBuilder} is all that
 * changes.
 */
package io.github.stringmill.ion;
