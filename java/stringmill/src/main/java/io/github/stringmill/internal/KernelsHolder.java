package io.github.stringmill.internal;

import java.util.Locale;

/**
 * The kernels of this process, chosen once.
 *
 * <p>The system property {@code stringmill.kernels} forces {@code pure}, {@code vector} or {@code native}; what is
 * forced runs at every length. Without it the native kernels run where the virtual machine gives them access without a
 * warning, from the length on where they are quicker, and the pure ones elsewhere. The vector kernels run only when
 * forced: they need a module in incubation, and a virtual machine takes long to compile them.
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

    private record Choice(Kernels kernels, String says, boolean refused) {}

    private static Choice choose() {
        String forced = forced();
        return switch (forced) {
            case "" -> byDefault();
            case "pure" -> forced(forced, new OpenedKernels(new PureKernels(), ""));
            case "vector" -> forced(forced, VectorOpener.open());
            case "native" -> forced(forced, NativeOpener.open(true));
            default -> refused("stringmill.kernels is '" + forced + "'; it may be pure, vector or native");
        };
    }

    private static String forced() {
        try {
            return System.getProperty("stringmill.kernels", "").strip().toLowerCase(Locale.ROOT);
        } catch (SecurityException e) {
            return "";
        }
    }

    private static Choice byDefault() {
        OpenedKernels nativeOnes = NativeOpener.open(false);
        PureKernels pure = new PureKernels();
        Kernels kernels = nativeOnes.kernels() == null ? pure : new LengthKernels(pure, nativeOnes.kernels());
        return new Choice(kernels, line(kernels, "native", nativeOnes.why())
                .concat("; vector: only when forced"), false);
    }

    private static Choice forced(String kind, OpenedKernels opened) {
        if (opened.kernels() == null) {
            return refused("stringmill.kernels is '" + kind + "', and these cannot be had: " + opened.why());
        }
        return new Choice(opened.kernels(), line(opened.kernels(), kind, opened.why()).concat("; forced"), false);
    }

    /** What is forced and cannot be had is an exception at its first use, which a failed initialiser would hide. */
    private static Choice refused(String why) {
        return new Choice(new RefusedKernels(why), why, true);
    }

    /** Not joined by {@code +}, whose first use costs the start of a process some 10 ms. */
    private static String line(Kernels kernels, String kind, String why) {
        String line = "kernels: ".concat(kernels.name());
        return why.isEmpty() ? line : line.concat("; ").concat(kind).concat(": ").concat(why);
    }

    private static void log() {
        try {
            System.Logger.Level level = CHOICE.refused ? System.Logger.Level.ERROR : System.Logger.Level.DEBUG;
            System.getLogger("io.github.stringmill").log(level, CHOICE.says);
        } catch (RuntimeException | LinkageError e) {
            // A logger that cannot be had is no reason to refuse work; says() tells the same.
            return;
        }
    }
}
