package io.github.stringmill.ion.writer;

import com.amazon.ion.system.IonWriterBuilder.InitialIvmHandling;
import com.amazon.ion.system.IonWriterBuilder.IvmMinimizing;

/** Decides for {@link ValueText} which version markers are written, by the settings and by the text so far. */
final class VersionMarkers {
    private final IvmMinimizing minimizing;
    /** How to handle a marker before the first value; null after it, or if the settings leave it open. */
    private InitialIvmHandling initial;
    private boolean followsMarker;
    private boolean anythingWritten;

    VersionMarkers(TextOptions options) {
        minimizing = options.ivmMinimizing();
        initial = options.initialIvm();
    }

    /** Whether a marker must come before the next value. */
    boolean isDue() {
        return initial == InitialIvmHandling.ENSURE;
    }

    /** Whether to write a marker that the caller asks for. */
    boolean isNeeded() {
        if (initial != null) {
            return isDue();
        }
        return minimizing == null || !(minimizing == IvmMinimizing.ADJACENT ? followsMarker : anythingWritten);
    }

    /** Notes that a marker is written next. */
    void beginMarker() {
        initial = null;
    }

    void markerWritten() {
        followsMarker = true;
    }

    void valueWritten() {
        initial = null;
        followsMarker = false;
        anythingWritten = true;
    }

    /** Ends a stream. The next stream starts with a marker. */
    void endStream() {
        followsMarker = false;
        initial = InitialIvmHandling.ENSURE;
    }
}
