package io.github.stringmill.internal;

import java.util.Locale;
import java.util.function.Supplier;

/**
 * The kernels of this process, chosen once.
 *
 * <p>The system property {@code stringmill.kernels} forces {@code pure}, {@code vector} or {@code native}; what is
 * forced runs at every length. Without it the native kernels run where the virtual machine gives them access without a
 * warning, from the length on where they are quicker, and the pure ones elsewhere. The vector kernels run only when
 * forced: they need a module in incubation, and a virtual machine takes long to compile them.
 *
 * <p>A setting of the user that has no effect is a warning with the reason.
 */
public final class KernelsHolder {
    private static final Choice CHOICE = choose();

    /** The kernels that all operations use. */
    public static final Kernels KERNELS = CHOICE.kernels;

    static {
        log();
    }

    private KernelsHolder() {}

    /** Which kernels run, and why not others, in one line. */
    public static String says() {
        return CHOICE.says;
    }

    /**
     * Refuses to go on without the kernels that the user forces, before any text is written.
     *
     * @throws IllegalStateException if they cannot be had
     */
    public static void require() {
        if (KERNELS instanceof RefusedKernels refused) {
            throw refused.refusal();
        }
    }

    private record Choice(Kernels kernels, String says, String warning) {}

    private static Choice choose() {
        String forced = setting(() -> System.getProperty("stringmill.kernels")).toLowerCase(Locale.ROOT);
        return switch (forced) {
            case "" -> byDefault();
            case "pure" -> forced(forced, new OpenedKernels(new PureKernels(), ""));
            case "vector" -> forced(forced, VectorOpener.open());
            case "native" -> forced(forced, NativeOpener.open(true));
            default -> refused("stringmill.kernels is '" + forced + "'; it may be pure, vector or native");
        };
    }

    private static Choice byDefault() {
        OpenedKernels opened = NativeOpener.open(false);
        PureKernels pure = new PureKernels();
        boolean isNative = opened.kernels() != null;
        Kernels kernels = isNative ? new LengthKernels(pure, opened.kernels()) : pure;
        return new Choice(kernels, line(kernels, "native", opened.why()).concat("; vector: only when forced"),
                isNative ? opened.why() : ignored(opened.why()));
    }

    private static Choice forced(String kind, OpenedKernels opened) {
        if (opened.kernels() == null) {
            return refused("stringmill.kernels is '" + kind + "', but these kernels are not available: "
                    + opened.why());
        }
        return new Choice(opened.kernels(), line(opened.kernels(), kind, opened.why()).concat("; forced"),
                kind.equals("native") ? opened.why() : ignored("stringmill.kernels is '".concat(kind).concat("'")));
    }

    /** Forced kernels that cannot be had throw at each use; a failed initialiser would tell the reason once only. */
    private static Choice refused(String why) {
        return new Choice(new RefusedKernels(why), why, why);
    }

    /** Which settings of native kernels have no effect because other kernels run; empty if there are none. */
    private static String ignored(String why) {
        String library = setting(() -> System.getProperty("stringmill.library"));
        String tier = setting(() -> System.getenv("STRINGMILL_TIER"));
        if (library.isEmpty() && tier.isEmpty()) {
            return "";
        }
        String names = library.isEmpty() ? "STRINGMILL_TIER has"
                : tier.isEmpty() ? "stringmill.library has" : "stringmill.library and STRINGMILL_TIER have";
        return names + " no effect, because native kernels do not run: " + why;
    }

    /** The value of a setting; empty if it is not set or must not be read. */
    private static String setting(Supplier<String> source) {
        try {
            String value = source.get();
            return value == null ? "" : value.strip();
        } catch (SecurityException e) {
            return "";
        }
    }

    /** Not joined by {@code +}, whose first use costs the start of a process some 10 ms. */
    private static String line(Kernels kernels, String kind, String why) {
        String line = "kernels: ".concat(kernels.name());
        return why.isEmpty() ? line : line.concat("; ").concat(kind).concat(": ").concat(why);
    }

    private static void log() {
        try {
            System.Logger logger = System.getLogger("io.github.stringmill");
            logger.log(System.Logger.Level.DEBUG, CHOICE.says);
            if (!CHOICE.warning.isEmpty()) {
                logger.log(System.Logger.Level.WARNING, CHOICE.warning);
            }
        } catch (RuntimeException | LinkageError e) {
            // Work goes on without a logger; says() returns the same line.
            return;
        }
    }
}
