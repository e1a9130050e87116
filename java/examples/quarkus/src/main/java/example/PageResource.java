package example;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** A response that stringmill writes. */
@Path("/page")
public class PageResource {
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public Page page() {
        return Page.sample();
    }
}
