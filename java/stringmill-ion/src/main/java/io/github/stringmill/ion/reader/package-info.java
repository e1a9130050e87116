/** The reader of Ion text for {@link io.github.stringmill.ion.StringmillIonReaderBuilder}. */
package io.github.stringmill.ion.reader;
