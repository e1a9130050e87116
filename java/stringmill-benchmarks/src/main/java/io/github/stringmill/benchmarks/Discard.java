package io.github.stringmill.benchmarks;

import java.io.OutputStream;

/** A stream that takes everything and keeps nothing; what is measured is the work before it. */
final class Discard extends OutputStream {
    @Override
    public void write(int b) {}

    @Override
    public void write(byte[] bytes, int from, int length) {}
}
