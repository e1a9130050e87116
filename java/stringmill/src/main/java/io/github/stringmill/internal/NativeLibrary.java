package io.github.stringmill.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
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

    /** The version of the functions of {@link NativeDoor}; before 1.0, the minor version must be equal. */
    private static final String VERSION = "0.1";

    private static final String NAME = "stringmill_java";
    private static final int FOLDER_ATTEMPTS = 100;

    /** False on Windows, whose folder of temporary files belongs to one user. */
    private static final boolean HAS_PERMISSIONS =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

    private static boolean isOpen;

    private NativeLibrary() {}

    /** Loads the library once. */
    static synchronized void open() throws Unavailable {
        if (!isOpen) {
            load();
            checkVersion();
            isOpen = true;
        }
    }

    private static void load() throws Unavailable {
        String named = System.getProperty("stringmill.library", "");
        if (named.isEmpty()) {
            loadPackaged();
        } else {
            loadNamed(Path.of(named).toAbsolutePath());
        }
    }

    private static void loadPackaged() throws Unavailable {
        String resource = "/META-INF/native/" + platform() + "/" + System.mapLibraryName(NAME);
        String why;
        try (InputStream library = NativeLibrary.class.getResourceAsStream(resource)) {
            if (library != null) {
                loadCopy(library);
                return;
            }
            why = "this jar holds no " + resource.substring(1);
        } catch (IOException e) {
            why = "it cannot be copied to java.io.tmpdir (" + e + ")";
        } catch (UnsatisfiedLinkError e) {
            why = "the copy in java.io.tmpdir, which may forbid execution, cannot be loaded (" + e.getMessage() + ")";
        }
        try {
            System.loadLibrary(NAME);
        } catch (UnsatisfiedLinkError e) {
            throw new Unavailable(why + "; " + e.getMessage());
        }
    }

    /** Loads the file of the user. A file is loaded once in a process: another class loader loads a copy. */
    private static void loadNamed(Path file) throws Unavailable {
        if (!Files.isRegularFile(file)) {
            throw new Unavailable("stringmill.library names " + file + ", which is no file");
        }
        try {
            System.load(file.toString());
        } catch (UnsatisfiedLinkError e) {
            try (InputStream library = Files.newInputStream(file)) {
                loadCopy(library);
            } catch (IOException | UnsatisfiedLinkError again) {
                throw new Unavailable("stringmill.library names " + file + ", which cannot be loaded ("
                        + e.getMessage() + ")");
            }
        }
    }

    /** Returns the folder of this machine in the jar. */
    private static String platform() {
        String arch = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String family = system.startsWith("windows") ? "windows" : system.replace(' ', '-');
        return family + "-" + (arch.equals("amd64") ? "x86_64" : arch);
    }

    /** Loads a copy of the library from a folder that no other process or class loader uses. */
    private static void loadCopy(InputStream library) throws IOException {
        Path folder = createFolder();
        Path copy = folder.resolve(System.mapLibraryName(NAME));
        try {
            Files.copy(library, copy);
            System.load(copy.toAbsolutePath().toString());
        } finally {
            // A mapped file stays mapped after it is deleted.
            delete(copy);
            delete(folder);
        }
    }

    /** Deletes a file, or leaves it: Windows refuses to delete a library while it is loaded. */
    private static void delete(Path file) throws IOException {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            if (HAS_PERMISSIONS) {
                throw e;
            }
        }
    }

    /**
     * Creates a folder that only this user may enter. It is created with its permissions or not at all, so a guessable
     * name is safe; createTempDirectory would add a secure random generator to the start of the process.
     */
    private static Path createFolder() throws IOException {
        FileAttribute<?>[] mine = HAS_PERMISSIONS
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))}
                : new FileAttribute<?>[0];
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

    private static void checkVersion() throws Unavailable {
        String version;
        try {
            version = NativeDoor.version();
        } catch (UnsatisfiedLinkError e) {
            throw new Unavailable("the library found is none of stringmill for Java (" + e.getMessage() + ")");
        }
        if (!version.startsWith(VERSION + ".")) {
            throw new Unavailable("the library found is of version " + version + ", and " + VERSION + " is needed");
        }
    }
}
