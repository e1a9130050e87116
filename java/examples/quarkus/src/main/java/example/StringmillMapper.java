package example;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.stringmill.jackson2.StringmillFactory;
import io.quarkus.arc.All;
import io.quarkus.jackson.ObjectMapperCustomizer;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;

/** Replaces the mapper of Quarkus, since a customizer cannot change the factory of a mapper. */
public class StringmillMapper {
    /** Applies all customizers in the order of their priority; one is that of Quarkus, with its configuration. */
    @Produces
    @Singleton
    ObjectMapper mapper(@All List<ObjectMapperCustomizer> customizers) {
        ObjectMapper mapper = new ObjectMapper(new StringmillFactory());
        customizers.stream().sorted().forEach(customizer -> customizer.customize(mapper));
        return mapper;
    }
}
