package io.github.stringmill.jackson2;

import io.github.stringmill.jackson.AfterFailedRead;
import io.github.stringmill.jackson.Parser;
import io.github.stringmill.jackson.ReadSettings;
import java.io.IOException;
import java.io.InputStream;

/** Tokens after a failed read, with Jackson 2. */
class AfterFailedReadTest extends AfterFailedRead {
    @Override
    protected Parser parser(boolean ours, InputStream in) throws IOException {
        return Parser2.of(ours, ReadSettings.DEFAULT, in);
    }

    @Override
    protected Parser parser(boolean ours, byte[] data, int offset, int len) throws IOException {
        return Parser2.of(ours, ReadSettings.DEFAULT, data, offset, len);
    }
}
