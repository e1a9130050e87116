/** The reader of Ion text behind {@link io.github.stringmill.ion.StringmillIonReaderBuilder}. */
package io.github.stringmill.ion.reader;
