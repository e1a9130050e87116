// Generated from java/stringmill-jackson2 by `cargo run -p stringmill-gen -- jackson3`; do not edit.
package io.github.stringmill.jackson3;

import io.github.stringmill.Stringmill;
import io.github.stringmill.jackson.NothingStays;
import io.github.stringmill.process.ChildJvm;
import io.github.stringmill.process.ManyThreads;
import io.github.stringmill.process.Redeploy;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

class NothingStaysTest extends NothingStays {
    private static String classPath() throws ClassNotFoundException {
        return ChildJvm.classPath(Program.class, StringmillFactory.class, Stringmill.class, JsonFactory.class,
                JsonMapper.class, Class.forName("com.fasterxml.jackson.annotation.JsonProperty"), ManyThreads.class);
    }

    @Override
    protected String redeployed(boolean ours) throws Exception {
        return Redeploy.report(ours ? Program.class : Program.Stock.class, classPath());
    }

    @Override
    protected List<String> pools() {
        return Program.pools().stream().map(Method::getName).toList();
    }

    @Override
    protected Map<String, Long> heap(int threads, List<String> programs) throws Exception {
        return ManyThreads.report(Program.class, classPath(), threads, programs);
    }
}
