// Generated from java/stringmill-jackson2 by `cargo run -p stringmill-gen -- jackson3`; do not edit.
package io.github.stringmill.jackson3;

import io.github.stringmill.jackson.AfterFailedRead;
import io.github.stringmill.jackson.Parser;
import io.github.stringmill.jackson.ReadSettings;
import java.io.InputStream;

/** Tokens after a failed read, with Jackson 3. */
class AfterFailedReadTest extends AfterFailedRead {
    @Override
    protected Parser parser(boolean ours, InputStream in) {
        return Parser3.of(ours, ReadSettings.DEFAULT, in);
    }

    @Override
    protected Parser parser(boolean ours, byte[] data, int offset, int len) {
        return Parser3.of(ours, ReadSettings.DEFAULT, data, offset, len);
    }
}
