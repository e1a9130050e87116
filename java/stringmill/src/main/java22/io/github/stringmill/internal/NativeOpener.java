package io.github.stringmill.internal;

/** Opens the native kernels. */
final class NativeOpener {
    /** The tiers of {@code stringmill.h} by their numbers, which never change. */
    private static final String[] TIERS = {"best", "scalar", "sse42", "avx2", "avx512", "neon", "simd128"};

    private NativeOpener() {}

    /**
     * Returns the native kernels, or the reason why they are not available.
     *
     * @param forced whether the user forces them, and so expects a warning of the virtual machine
     */
    static OpenedKernels open(boolean forced) {
        Module module = NativeOpener.class.getModule();
        if (!forced && !module.isNativeAccessEnabled()) {
            return OpenedKernels.none("access is not enabled; --enable-native-access="
                    + (module.isNamed() ? module.getName() : "ALL-UNNAMED") + " enables it");
        }
        try {
            NativeLibrary.open();
            return new OpenedKernels(new NativeKernels(TIERS[NativeDoor.tier()]), tierWarning());
        } catch (NativeLibrary.Unavailable e) {
            return OpenedKernels.none(e.getMessage());
        } catch (RuntimeException | LinkageError e) {
            return OpenedKernels.none(String.valueOf(e.getCause() == null ? e : e.getCause()));
        }
    }

    private static String tierWarning() {
        String forced = System.getenv("STRINGMILL_TIER");
        boolean lacking = forced != null && !forced.isEmpty() && NativeDoor.tierForced() != 0;
        return lacking ? "STRINGMILL_TIER has no effect: this machine has no tier of that name" : "";
    }
}
