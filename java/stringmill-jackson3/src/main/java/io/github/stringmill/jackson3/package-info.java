/**
 * Strings of JSON at memory speed for Jackson 3.x, from 3.0.2 on: a
 * {@link io.github.stringmill.jackson3.StringmillFactory} in place of a {@code JsonFactory} is all that changes.
 */
package io.github.stringmill.jackson3;
