package io.github.stringmill.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.stringmill.packaging.bundle.IonProgram;
import io.github.stringmill.packaging.bundle.Jackson2Mapper;
import io.github.stringmill.packaging.bundle.Jackson2Program;
import io.github.stringmill.packaging.bundle.Jackson3Mapper;
import io.github.stringmill.packaging.bundle.Jackson3Program;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.apache.felix.framework.FrameworkFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;

/** The jars as bundles, with the bundles of Jackson and of ion-java, in a framework of OSGi. */
class BundlesTest {
    private static final String JACKSON_2 = "com.fasterxml.jackson.core, com.fasterxml.jackson.core.json, "
            + "io.github.stringmill, io.github.stringmill.jackson2";
    private static final String JACKSON_3 = "tools.jackson.core, tools.jackson.core.json, tools.jackson.core.util, "
            + "tools.jackson.core.exc, io.github.stringmill, io.github.stringmill.jackson3";

    @TempDir
    Path folder;

    @Test
    void jackson2WithoutDatabind() throws Exception {
        assertSame(Jackson2Program.class, JACKSON_2, List.of(library("com/fasterxml/jackson/core/jackson-core"),
                ours("stringmill"), ours("stringmill-jackson2")));
    }

    @Test
    void jackson2WithDatabind() throws Exception {
        assertSame(Jackson2Mapper.class, JACKSON_2 + ", com.fasterxml.jackson.databind",
                List.of(library("com/fasterxml/jackson/core/jackson-core"),
                        library("com/fasterxml/jackson/core/jackson-annotations"),
                        library("com/fasterxml/jackson/core/jackson-databind"),
                        ours("stringmill"), ours("stringmill-jackson2")));
    }

    @Test
    void jackson3WithoutDatabind() throws Exception {
        assertSame(Jackson3Program.class, JACKSON_3, List.of(library("tools/jackson/core/jackson-core"),
                ours("stringmill"), ours("stringmill-jackson3")));
    }

    @Test
    void jackson3WithDatabind() throws Exception {
        assertSame(Jackson3Mapper.class,
                JACKSON_3 + ", tools.jackson.databind, tools.jackson.databind.json, tools.jackson.databind.cfg",
                List.of(library("tools/jackson/core/jackson-core"),
                        library("com/fasterxml/jackson/core/jackson-annotations"),
                        library("tools/jackson/core/jackson-databind"),
                        ours("stringmill"), ours("stringmill-jackson3")));
    }

    @Test
    void ion() throws Exception {
        assertSame(IonProgram.class,
                "com.amazon.ion, com.amazon.ion.system, io.github.stringmill, io.github.stringmill.ion",
                List.of(library("com/amazon/ion/ion-java"), ours("stringmill"), ours("stringmill-ion")));
    }

    /** A framework gives a bundle its place only beside a version of Jackson that it supports. */
    @Test
    void anOlderJacksonIsRefused() throws Exception {
        Framework framework = start();
        try {
            BundleContext context = framework.getBundleContext();
            install(context, ours("stringmill"));
            Path old = Published.module("stringmill-jackson2").resolve("target/refused");
            try (Stream<Path> files = Files.list(old)) {
                install(context, files.findFirst().orElseThrow());
            }
            Bundle bundle = install(context, ours("stringmill-jackson2"));
            BundleException refused = assertThrows(BundleException.class, bundle::start);
            assertEquals(BundleException.RESOLVE_ERROR, refused.getType());
        } finally {
            stop(framework);
        }
    }

    /** Runs a program, in a bundle of its own, that compares ours with the original and returns what it wrote. */
    private void assertSame(Class<? extends Callable<List<String>>> program, String imports, List<Path> bundles)
            throws Exception {
        Framework framework = start();
        try {
            BundleContext context = framework.getBundleContext();
            List<Bundle> installed = new ArrayList<>();
            for (Path bundle : bundles) {
                installed.add(install(context, bundle));
            }
            Bundle own = context.installBundle("program", new ByteArrayInputStream(bundleOf(program, imports)));
            installed.add(own);
            for (Bundle bundle : installed) {
                if (bundle.getHeaders().get(Constants.FRAGMENT_HOST) == null) {
                    bundle.start();
                }
            }
            Object made = own.loadClass(program.getName()).getDeclaredConstructor().newInstance();
            assertTrue(made.getClass() != program, "the program must be loaded by its bundle");
            List<?> answers = (List<?>) ((Callable<?>) made).call();
            assertEquals(3, answers.size());
            String expected = System.getProperty("stringmill.test.expect", "");
            assertTrue(answers.get(0).toString().startsWith(expected), answers.get(0).toString());
            assertEquals(answers.get(1), answers.get(2));
        } finally {
            stop(framework);
        }
    }

    private Framework start() throws BundleException {
        Framework framework = new FrameworkFactory().newFramework(Map.of(
                Constants.FRAMEWORK_STORAGE, folder.toString(),
                Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT,
                // Only java.* comes from the class path of the tests.
                Constants.FRAMEWORK_BOOTDELEGATION, "",
                "felix.bootdelegation.implicit", "false"));
        framework.start();
        return framework;
    }

    private static void stop(Framework framework) throws Exception {
        framework.stop();
        framework.waitForStop(10_000);
    }

    private static Bundle install(BundleContext context, Path file) throws BundleException {
        return context.installBundle(file.toUri().toString());
    }

    private static Path ours(String module) {
        return Published.jar(module, "");
    }

    /** Returns the jar of a library that is on the class path of the tests. */
    private static Path library(String place) {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(file -> file.contains("/" + place + "/")).map(Path::of).findFirst().orElseThrow();
    }

    private static byte[] bundleOf(Class<?> program, String imports) throws IOException {
        Manifest manifest = new Manifest();
        Attributes headers = manifest.getMainAttributes();
        headers.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        headers.putValue(Constants.BUNDLE_MANIFESTVERSION, "2");
        headers.putValue(Constants.BUNDLE_SYMBOLICNAME, program.getName());
        headers.putValue(Constants.IMPORT_PACKAGE, imports);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(out, manifest)) {
            String name = program.getName().replace('.', '/') + ".class";
            jar.putNextEntry(new ZipEntry(name));
            try (InputStream code = program.getClassLoader().getResourceAsStream(name)) {
                code.transferTo(jar);
            }
        }
        return out.toByteArray();
    }
}
