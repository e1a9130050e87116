/**
 * Fast strings for Jackson 2.21 and newer: replace a {@code JsonFactory} by a
 * {@link io.github.stringmill.jackson2.StringmillFactory}.
 */
package io.github.stringmill.jackson2;
