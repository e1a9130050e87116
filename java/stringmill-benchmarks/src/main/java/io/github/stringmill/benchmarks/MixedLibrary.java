package io.github.stringmill.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import io.github.stringmill.jackson2.StringmillFactory;
import java.io.Writer;

/** The compared libraries. */
enum MixedLibrary {
    /** The stock class. */
    JACKSON {
        @Override
        JsonFactoryBuilder builder() {
            return new JsonFactoryBuilder();
        }
    },
    /** Ours, with our parser, which is not the default. */
    STRINGMILL {
        @Override
        JsonFactoryBuilder builder() {
            return StringmillFactory.builder().useStockParser(false);
        }
    };

    /** At most this many results are made by the calls of one visit. */
    static final int RESULTS_MAX = 256;

    /** Returns a builder with the default settings. */
    abstract JsonFactoryBuilder builder();

    /** Returns a factory. */
    JsonFactory factory(MixedSettings settings) {
        JsonFactoryBuilder builder = builder();
        settings.apply.accept(builder);
        return builder.build();
    }

    /** Returns calls of this library that discard the output. */
    MixedSide open(MixedSettings settings) throws Exception {
        Discard out = new Discard();
        return MixedCalls.of(factory(settings), out, Writer.nullWriter(), out, out);
    }
}
