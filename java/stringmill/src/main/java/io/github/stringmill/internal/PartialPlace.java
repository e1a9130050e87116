package io.github.stringmill.internal;

import java.io.Serial;
import java.io.Serializable;

/**
 * A place in an input.
 *
 * @param offset units before it
 * @param line counts from 1
 * @param column counts code points from 1
 */
public record PartialPlace(long offset, long line, long column) implements Serializable {
    @Serial
    private static final long serialVersionUID = 1;
}
