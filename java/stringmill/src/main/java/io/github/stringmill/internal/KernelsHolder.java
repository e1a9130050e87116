package io.github.stringmill.internal;

import java.util.Locale;
import java.util.function.Supplier;

/**
 * Chooses the kernels of this process, once.
 *
 * <p>The system property {@code stringmill.kernels} forces {@code pure}, {@code vector} or {@code native} for texts of
 * every length. Without it, the native kernels run if the virtual machine loads their library without a warning, always
 * before Java 24, and only for texts long enough to gain; the pure kernels run otherwise. The vector kernels run only
 * if forced: they need an incubating module, and a virtual machine takes long to compile them.
 *
 * <p>A setting of the user that has no effect causes a warning with the reason.
 */
public final class KernelsHolder {
    private static final Choice CHOICE = choose();

    /** The kernels of all drivers. */
    public static final Kernels KERNELS = CHOICE.kernels;

    static {
        log();
    }

    private KernelsHolder() {}

    /** Returns one line: the running kernels, and the reason why others do not run. */
    public static String says() {
        return CHOICE.says;
    }

    /**
     * Throws, before any text is written, if the forced kernels are not available.
     *
     * @throws IllegalStateException if the forced kernels are not available
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
            case "pure" -> forcedChoice(forced, new OpenedKernels(new PureKernels(), ""));
            case "vector" -> forcedChoice(forced, VectorOpener.open());
            case "native" -> forcedChoice(forced, NativeOpener.open(true));
            default -> refusedChoice("stringmill.kernels is '" + forced + "'; it may be pure, vector or native");
        };
    }

    private static Choice byDefault() {
        OpenedKernels opened = NativeOpener.open(false);
        PureKernels pure = new PureKernels();
        boolean isNative = opened.kernels() != null;
        Kernels kernels = isNative ? new LengthKernels(pure, opened.kernels()) : pure;
        return new Choice(kernels, summary(kernels, "native", opened.why()).concat("; vector: only when forced"),
                isNative ? opened.why() : ignoredSettings(opened.why()));
    }

    private static Choice forcedChoice(String kind, OpenedKernels opened) {
        if (opened.kernels() == null) {
            return refusedChoice("stringmill.kernels is '" + kind + "', but these kernels are not available: "
                    + opened.why());
        }
        return new Choice(opened.kernels(), summary(opened.kernels(), kind, opened.why()).concat("; forced"),
                kind.equals("native") ? opened.why()
                        : ignoredSettings("stringmill.kernels is '".concat(kind).concat("'")));
    }

    /**
     * Makes the choice for forced kernels that are not available: each use throws. A failed initialiser would report
     * the reason only once.
     */
    private static Choice refusedChoice(String why) {
        return new Choice(new RefusedKernels(why), why, why);
    }

    /** Returns the settings of native kernels without effect because other kernels run; empty if there are none. */
    private static String ignoredSettings(String why) {
        String library = setting(() -> System.getProperty("stringmill.library"));
        String tier = setting(() -> System.getenv("STRINGMILL_TIER"));
        if (library.isEmpty() && tier.isEmpty()) {
            return "";
        }
        String names = library.isEmpty() ? "STRINGMILL_TIER has"
                : tier.isEmpty() ? "stringmill.library has" : "stringmill.library and STRINGMILL_TIER have";
        return names + " no effect, because native kernels do not run: " + why;
    }

    /** Returns the value of a setting; empty if it is not set or not readable. */
    private static String setting(Supplier<String> source) {
        try {
            String value = source.get();
            return value == null ? "" : value.strip();
        } catch (SecurityException e) {
            return "";
        }
    }

    /** Not joined by {@code +}: its first use adds about 10 ms to the start of a process. */
    private static String summary(Kernels kernels, String kind, String why) {
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
            // Works without a logger too; says() returns the same line.
            return;
        }
    }
}
