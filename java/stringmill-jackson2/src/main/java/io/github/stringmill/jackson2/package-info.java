/**
 * Strings of JSON at memory speed for Jackson 2.x, from 2.21 on: a
 * {@link io.github.stringmill.jackson2.StringmillFactory} in place of a {@code JsonFactory} is all that changes.
 */
package io.github.stringmill.jackson2;
