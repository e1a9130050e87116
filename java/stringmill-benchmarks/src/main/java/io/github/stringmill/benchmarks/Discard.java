package io.github.stringmill.benchmarks;

import java.io.OutputStream;

/** A stream that discards its input, so that only the work before it is measured. */
final class Discard extends OutputStream {
    @Override
    public void write(int b) {}

    @Override
    public void write(byte[] bytes, int from, int length) {}
}
