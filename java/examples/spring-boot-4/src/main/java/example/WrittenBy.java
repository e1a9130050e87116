package example;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JacksonSerializable;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.jsontype.TypeSerializer;

/** Writes the class of the generator that writes it, so that a response shows who wrote it. */
public final class WrittenBy implements JacksonSerializable {
    @Override
    public void serialize(JsonGenerator generator, SerializationContext context) {
        generator.writeString(generator.getClass().getSimpleName());
    }

    @Override
    public void serializeWithType(JsonGenerator generator, SerializationContext context, TypeSerializer type) {
        serialize(generator, context);
    }
}
