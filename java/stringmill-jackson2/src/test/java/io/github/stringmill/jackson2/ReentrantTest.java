package io.github.stringmill.jackson2;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import io.github.stringmill.jackson.Generator;
import io.github.stringmill.jackson.Reentrant;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Proxy;

class ReentrantTest extends Reentrant {
    ReentrantTest() {
        super(new Jackson2());
    }

    @Override
    protected Generator foreign(boolean ours, OutputStream out, Runnable use) throws IOException {
        JsonFactoryBuilder builder = ours ? StringmillFactory.builder() : new JsonFactoryBuilder();
        JsonFactory factory = builder.characterEscapes(escapes(use)).build();
        JsonGenerator generator = factory.createGenerator(out);
        return new Generator2(generator.setPrettyPrinter(printer(use)));
    }

    @Override
    protected void writeSerializable(Generator generator, String text, Runnable use) throws IOException {
        SerializedString serialized = new SerializedString(text);
        SerializableString foreign = (SerializableString) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[] {SerializableString.class}, (proxy, method, arguments) -> {
                    use.run();
                    Object result = method.invoke(serialized, arguments);
                    use.run();
                    return result;
                });
        ((Generator2) generator).generator().writeString(foreign);
    }

    private static MinimalPrettyPrinter printer(Runnable use) {
        return new MinimalPrettyPrinter() {
            private static final long serialVersionUID = 1L;

            @Override
            public void writeArrayValueSeparator(JsonGenerator generator) throws IOException {
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
