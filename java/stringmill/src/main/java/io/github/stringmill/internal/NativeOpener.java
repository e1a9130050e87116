package io.github.stringmill.internal;

/** Opens the native kernels. */
final class NativeOpener {
    /** The first version of Java that prints a warning if a module without native access loads a library. */
    private static final int WARNS_SINCE = 24;

    private NativeOpener() {}

    /**
     * Returns the native kernels, or the reason why they are not available.
     *
     * @param forced whether the user forces them, and so expects a warning of the virtual machine
     */
    static OpenedKernels open(boolean forced) {
        Module module = NativeOpener.class.getModule();
        if (!forced && Runtime.version().feature() >= WARNS_SINCE && !hasAccess(module)) {
            return OpenedKernels.none("access is not enabled; --enable-native-access="
                    + (module.isNamed() ? module.getName() : "ALL-UNNAMED") + " enables it");
        }
        try {
            NativeLibrary.open();
            NativeScratch scratch = NativeScratch.take();
            if (scratch == null) {
                return OpenedKernels.none("direct memory is refused");
            }
            scratch.release();
            return new OpenedKernels(new NativeKernels(NativeDoor.tier()), tierWarning());
        } catch (NativeLibrary.Unavailable e) {
            return OpenedKernels.none(e.getMessage());
        } catch (OutOfMemoryError e) {
            // The JDK copies files by way of direct memory.
            return OpenedKernels.none("direct memory is refused (" + e.getMessage() + ")");
        } catch (RuntimeException | LinkageError e) {
            return OpenedKernels.none(e.toString());
        }
    }

    /** Calls {@code Module.isNativeAccessEnabled}, which Java 17 lacks. */
    private static boolean hasAccess(Module module) {
        try {
            return (boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(module);
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    private static String tierWarning() {
        return NativeDoor.lacksForcedTier()
                ? "STRINGMILL_TIER has no effect: this machine has no tier of that name" : "";
    }
}
