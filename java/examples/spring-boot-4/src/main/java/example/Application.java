package example;

import io.github.stringmill.jackson3.StringmillFactory;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Scope;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** A server whose responses are written by stringmill. */
@SpringBootApplication
@RestController
public class Application {
    public static void main(String[] args) {
        SpringApplication.run(Application.class, args);
    }

    /** Replaces the builder of Spring Boot, since Jackson 3 takes a factory only when a builder is made. */
    @Bean
    @Scope("prototype")
    JsonMapper.Builder jsonMapperBuilder(List<JsonMapperBuilderCustomizer> customizers) {
        JsonMapper.Builder builder = JsonMapper.builder(new StringmillFactory());
        customizers.forEach(customizer -> customizer.customize(builder));
        return builder;
    }

    @GetMapping("/page")
    Page page() {
        return Page.sample();
    }
}
