package io.github.stringmill.process;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A process of the same virtual machine, with the kernels of this process unless its options set others. */
public final class ChildJvm {
    private final List<String> options = new ArrayList<>();
    private final Map<String, String> environment;

    /**
     * Makes a process.
     *
     * @param environment variables that it has in addition
     * @param options options of the virtual machine
     */
    public ChildJvm(Map<String, String> environment, String... options) {
        this.environment = environment;
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("--add-modules") || option.startsWith("--enable-native-access")
                        || option.startsWith("-Dstringmill.kernels="))
                .forEach(this.options::add);
        this.options.addAll(List.of(options));
    }

    /** Returns the jars or folders of classes, as a class path. */
    public static String classPath(Class<?>... types) {
        return Stream.of(types).map(ChildJvm::location).distinct().collect(Collectors.joining(File.pathSeparator));
    }

    private static String location(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Runs a program and returns its output of both streams; asserts that it succeeds. */
    public String run(String classPath, Class<?> main, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().remove("STRINGMILL_TIER");
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int status = process.waitFor();
        if (status != 0) {
            throw new AssertionError("status " + status + " of " + command + "\n" + output);
        }
        return output.lines().filter(line -> !line.startsWith("WARNING: Using incubator modules"))
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
