package io.github.stringmill.internal;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;

/**
 * Finds the library and loads it, once for each class loader.
 *
 * <p>In this order: only the file of the system property {@code stringmill.library}, if it is set; the library in the
 * jar for this machine, copied to a private folder below the temporary folder and deleted after loading;
 * {@code java.library.path}.
 */
final class NativeLibrary {
    /** The reason why there is no library. */
    static final class Unavailable extends Exception {
        private static final long serialVersionUID = 1;

        Unavailable(String why) {
            super(why, null, false, false);
        }
    }

    /** The version of the functions that {@link NativeDoor} calls; before 1.0, the minor version must be equal. */
    private static final int VERSION = 1_000;

    private static final int FOLDER_ATTEMPTS = 100;

    private static volatile SymbolLookup symbols;

    private NativeLibrary() {}

    /** Returns the functions of the library; valid after {@link #open} has returned. */
    static SymbolLookup symbols() {
        return symbols;
    }

    /** Loads the library once. */
    static synchronized void open() throws Unavailable {
        if (symbols != null) {
            return;
        }
        SymbolLookup found = find();
        checkVersion(found);
        symbols = found;
    }

    private static SymbolLookup find() throws Unavailable {
        String named = System.getProperty("stringmill.library", "");
        if (!named.isEmpty()) {
            return load(Path.of(named), "stringmill.library names");
        }
        String resource = "/META-INF/native/" + platform() + "/libstringmill.so";
        String packaged;
        try (InputStream library = NativeLibrary.class.getResourceAsStream(resource)) {
            if (library != null) {
                return loadCopy(library);
            }
            packaged = "this jar holds no " + resource.substring(1);
        } catch (Unavailable e) {
            packaged = e.getMessage();
        } catch (IOException e) {
            packaged = "it cannot be copied to java.io.tmpdir (" + e + ")";
        }
        return loadFromPath(packaged);
    }

    /** Returns the folder of this machine in the jar. */
    private static String platform() {
        String arch = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        return system.replace(' ', '-') + "-" + (arch.equals("amd64") ? "x86_64" : arch);
    }

    /** Loads a copy of the library from a folder that no other process or class loader uses. */
    private static SymbolLookup loadCopy(InputStream library) throws IOException, Unavailable {
        Path folder = createFolder();
        Path copy = folder.resolve("libstringmill.so");
        try {
            Files.copy(library, copy);
            return load(copy, "the copy in java.io.tmpdir, which may forbid execution,");
        } finally {
            // A mapped file stays mapped after it is deleted.
            Files.deleteIfExists(copy);
            Files.deleteIfExists(folder);
        }
    }

    /**
     * Creates a folder that only this user may enter. It is created with its permissions or not at all, so a guessable
     * name is safe; createTempDirectory would add a secure random generator to the start of the process.
     */
    private static Path createFolder() throws IOException {
        FileAttribute<?> mine = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        Path parent = Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
        for (int attempt = 0; ; attempt++) {
            String name = "stringmill-" + ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime());
            try {
                return Files.createDirectory(parent.resolve(name), mine);
            } catch (FileAlreadyExistsException e) {
                if (attempt == FOLDER_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static SymbolLookup loadFromPath(String packaged) throws Unavailable {
        for (String folder : System.getProperty("java.library.path", "").split(File.pathSeparator)) {
            Path file = Path.of(folder, "libstringmill.so");
            if (!folder.isEmpty() && Files.isRegularFile(file)) {
                return load(file, "java.library.path leads to");
            }
        }
        throw new Unavailable(packaged + ", and java.library.path leads to none");
    }

    @SuppressWarnings("restricted")
    private static SymbolLookup load(Path file, String whose) throws Unavailable {
        try {
            // The library is unmapped when no handle and no rules refer to it: after the class loader.
            return SymbolLookup.libraryLookup(file, Arena.ofAuto());
        } catch (IllegalArgumentException e) {
            throw new Unavailable(whose + " " + file + ", which "
                    + (Files.isRegularFile(file) ? "is no shared library for this machine" : "is no file"));
        }
    }

    @SuppressWarnings("restricted")
    private static void checkVersion(SymbolLookup symbols) throws Unavailable {
        int version;
        try {
            MemorySegment asks = symbols.find("smill_version").orElseThrow();
            version = (int) Linker.nativeLinker()
                    .downcallHandle(asks, FunctionDescriptor.of(ValueLayout.JAVA_INT)).invokeExact();
        } catch (Throwable e) {
            throw new Unavailable("the library found is none of stringmill (" + e + ")");
        }
        if (version / 1_000 != VERSION / 1_000) {
            throw new Unavailable("the library found is of version " + version / 1_000_000 + "."
                    + version / 1_000 % 1_000 + ", and " + VERSION / 1_000_000 + "." + VERSION / 1_000 % 1_000
                    + " is needed");
        }
    }
}
