package io.github.stringmill.benchmarks;

import com.fasterxml.jackson.core.JsonFactoryBuilder;
import io.github.stringmill.jackson2.StringmillFactory;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.lang.invoke.MethodHandles;

/** The compared libraries. */
enum MixedLibrary {
    /** The stock class. */
    JACKSON(MixedCalls.class) {
        @Override
        Object factory(MixedSettings settings) {
            return settings.on(new JsonFactoryBuilder());
        }
    },
    /** Ours, with our parser, which is not the default. */
    STRINGMILL(MixedCalls.class) {
        @Override
        Object factory(MixedSettings settings) {
            return settings.on(StringmillFactory.builder().useStockParser(false));
        }
    },
    /** The stock class of Jackson 3.x, with its default settings. */
    JACKSON3(MixedCalls3.class) {
        @Override
        Object factory(MixedSettings settings) {
            return new tools.jackson.core.json.JsonFactory();
        }
    },
    /** Ours for Jackson 3.x, with the default settings. */
    STRINGMILL3(MixedCalls3.class) {
        @Override
        Object factory(MixedSettings settings) {
            return new io.github.stringmill.jackson3.StringmillFactory();
        }
    };

    /** At most this many results are made by the calls of one visit. */
    static final int RESULTS_MAX = 256;

    private final Class<?> loops;

    MixedLibrary(Class<?> loops) {
        this.loops = loops;
    }

    /** Returns the stock library of a major version of Jackson, and ours. */
    static MixedLibrary[] pair(int major) {
        return major == 3 ? new MixedLibrary[] {JACKSON3, STRINGMILL3} : new MixedLibrary[] {JACKSON, STRINGMILL};
    }

    /** Makes a factory of Jackson. */
    abstract Object factory(MixedSettings settings);

    /** Returns calls of this library. */
    MixedSide open(MixedSettings settings, OutputStream values, Writer chars, OutputStream names,
            OutputStream objects) throws Exception {
        return make(loops, factory(settings), values, chars, names, objects);
    }

    /** Returns calls that discard the output, in a new copy of the loops with a profile of its own. */
    MixedSide open(MixedSettings settings) throws Exception {
        byte[] code;
        try (InputStream file = loops.getResourceAsStream(loops.getSimpleName() + ".class")) {
            code = file.readAllBytes();
        }
        Class<?> copy = MethodHandles.lookup().defineHiddenClass(code, true).lookupClass();
        Discard out = new Discard();
        return make(copy, factory(settings), out, Writer.nullWriter(), out, out);
    }

    private static MixedSide make(Class<?> loops, Object... arguments) throws Exception {
        return (MixedSide) loops.getDeclaredConstructors()[0].newInstance(arguments);
    }
}
