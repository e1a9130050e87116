package org.example.post;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** A letter: who, to whom, and what for. */
public final class Letter {
    private final String from;
    private final String to;
    private final List<String> lines;

    public Letter(String from, String to, List<String> lines) {
        this.from = Objects.requireNonNull(from, "from");
        this.to = Objects.requireNonNull(to, "to");
        this.lines = List.copyOf(lines);
    }

    /** The letter as it is printed, lines ended by CR LF. */
    public byte[] print() {
        StringBuilder out = new StringBuilder();
        out.append("From: \"").append(from).append("\"\r\n");
        out.append("To: \"").append(to).append("\"\r\n\r\n");
        for (String line : lines) {
            out.append('\t').append(line).append("\r\n");
        }
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return from + " -> " + to + " (" + lines.size() + " lines)";
    }
}
