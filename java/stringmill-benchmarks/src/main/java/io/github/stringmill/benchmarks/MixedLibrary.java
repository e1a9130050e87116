package io.github.stringmill.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import io.github.stringmill.jackson2.StringmillFactory;
import java.io.Writer;

/** The compared libraries. */
enum MixedLibrary {
    /** The stock class. */
    JACKSON {
        @Override
        JsonFactory factory() {
            return new JsonFactory();
        }
    },
    /** Ours, with our parser, which is not the default. */
    STRINGMILL {
        @Override
        JsonFactory factory() {
            return StringmillFactory.builder().useStockParser(false).build();
        }
    };

    /** At most this many results are made by the calls of one visit. */
    static final int RESULTS_MAX = 256;

    /** Returns a factory with the default settings. */
    abstract JsonFactory factory();

    /** Returns calls of this library that discard the output. */
    MixedSide open() throws Exception {
        Discard out = new Discard();
        return MixedCalls.of(factory(), out, Writer.nullWriter(), out, out);
    }
}
