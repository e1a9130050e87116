package example;

import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.runtime.Micronaut;

/** A server whose responses are written by stringmill. */
@Controller
public class Application {
    public static void main(String[] args) {
        Micronaut.run(Application.class, args);
    }

    @Get("/page")
    Page page() {
        return Page.sample();
    }
}
