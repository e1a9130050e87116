package io.github.stringmill.jackson2;

import io.github.stringmill.jackson.Parser;
import io.github.stringmill.jackson.ReadSettings;
import io.github.stringmill.jackson.SameTokens;
import java.io.IOException;
import java.io.InputStream;

/** Our parsers read the same tokens as those of Jackson 2 and throw the same exceptions. */
class SameTokensTest extends SameTokens {
    @Override
    protected Parser parser(boolean ours, ReadSettings settings, InputStream in) throws IOException {
        return Parser2.of(ours, settings, in);
    }

    @Override
    protected Parser parser(boolean ours, ReadSettings settings, byte[] data, int offset, int len) throws IOException {
        return Parser2.of(ours, settings, data, offset, len);
    }
}
