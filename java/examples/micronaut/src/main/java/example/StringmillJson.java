package example;

import com.fasterxml.jackson.core.JsonFactory;
import io.github.stringmill.jackson2.StringmillFactory;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Replaces;
import io.micronaut.jackson.ObjectMapperFactory;
import jakarta.inject.Singleton;

/** Replaces the factory of the mapper that Micronaut builds; all its other settings stay. */
@Factory
class StringmillJson {
    @Singleton
    @Replaces(value = JsonFactory.class, factory = ObjectMapperFactory.class)
    JsonFactory jsonFactory() {
        return new StringmillFactory();
    }
}
