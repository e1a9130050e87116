package example;

import io.github.stringmill.jackson2.StringmillFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.jackson.Jackson2ObjectMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A server whose responses are written by stringmill. */
@SpringBootApplication
@RestController
public class Application {
    public static void main(String[] args) {
        SpringApplication.run(Application.class, args);
    }

    /** The factory of the mapper that Spring Boot builds; all its other settings stay. */
    @Bean
    Jackson2ObjectMapperBuilderCustomizer stringmill() {
        return builder -> builder.factory(new StringmillFactory());
    }

    @GetMapping("/page")
    Page page() {
        return Page.sample();
    }
}
