// Generated from java/stringmill-jackson2 by `cargo run -p stringmill-gen -- jackson3`; do not edit.
package io.github.stringmill.jackson3;

import io.github.stringmill.jackson.Parser;
import io.github.stringmill.jackson.ReadSettings;
import io.github.stringmill.jackson.SameTokens;
import java.io.InputStream;

/** Our parsers read the same tokens as those of Jackson 3 and throw the same exceptions. */
class SameTokensTest extends SameTokens {
    @Override
    protected Parser parser(boolean ours, ReadSettings settings, InputStream in) {
        return Parser3.of(ours, settings, in);
    }

    @Override
    protected Parser parser(boolean ours, ReadSettings settings, byte[] data, int offset, int len) {
        return Parser3.of(ours, settings, data, offset, len);
    }
}
