// Generated from java/stringmill-jackson2 by `cargo run -p stringmill-gen -- jackson3`; do not edit.
package io.github.stringmill.jackson3;

import io.github.stringmill.jackson.Generator;
import io.github.stringmill.jackson.Reentrant;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.core.util.MinimalPrettyPrinter;

class ReentrantTest extends Reentrant {
    ReentrantTest() {
        super(new Jackson3());
    }

    @Override
    protected Generator foreign(boolean ours, OutputStream out, Runnable use) {
        JsonFactoryBuilder builder = ours ? StringmillFactory.builder() : new JsonFactoryBuilder();
        JsonFactory factory = builder.characterEscapes(escapes(use)).build();
        return new Generator3(factory.createGenerator(new ObjectWriteContext.Base() {
            @Override
            public PrettyPrinter getPrettyPrinter() {
                return printer(use);
            }
        }, out));
    }

    @Override
    protected void writeSerializable(Generator generator, String text, Runnable use) {
        SerializedString serialized = new SerializedString(text);
        SerializableString foreign = (SerializableString) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[] {SerializableString.class}, (proxy, method, arguments) -> {
                    use.run();
                    Object result = method.invoke(serialized, arguments);
                    use.run();
                    return result;
                });
        ((Generator3) generator).generator().writeString(foreign);
    }

    private static MinimalPrettyPrinter printer(Runnable use) {
        return new MinimalPrettyPrinter() {
            private static final long serialVersionUID = 1L;

            @Override
            public void writeArrayValueSeparator(JsonGenerator generator) {
                use.run();
                super.writeArrayValueSeparator(generator);
                use.run();
            }
        };
    }

    private static CharacterEscapes escapes(Runnable use) {
        return new CharacterEscapes() {
            private static final long serialVersionUID = 1L;

            @Override
            public int[] getEscapeCodesForAscii() {
                int[] codes = standardAsciiEscapesForJSON();
                codes['m'] = ESCAPE_CUSTOM;
                return codes;
            }

            @Override
            public SerializableString getEscapeSequence(int c) {
                if (c != 'm') {
                    return null;
                }
                use.run();
                return new SerializedString("[m]");
            }
        };
    }
}
