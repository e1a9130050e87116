package io.github.stringmill.jackson2;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.stringmill.internal.PartialTokens;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Makes nodes of tokens, snapshots of the value so far, and calls of listeners.
 *
 * <p>Open containers are collections, not nodes. A snapshot copies those in which something changed since the last snapshot into nodes
 * of its own, so no node is changed after it was handed out. When a container closes, its collection becomes its node,
 * which all later snapshots share.
 */
final class PartialTree implements PartialTokens {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** The capacity of a string that is kept for the next one. */
    private static final int TEXT_KEPT = 4096;

    /** A listener to values or texts at a pointer. */
    private record Listener<T>(PartialPattern pattern, BiConsumer<? super T, ? super JsonPointer> call) {}

    /** An open container. */
    private static final class Level {
        /** The whole elements of an array, otherwise null. */
        final List<JsonNode> elements;
        /** The whole members of an object, otherwise null. */
        final Map<String, JsonNode> members;
        /** The name of the current member. */
        String name;
        /** The node of the last snapshot; null if something changed since. Then that of each container around is null too. */
        JsonNode snapshot;

        Level(boolean isArray) {
            elements = isArray ? new ArrayList<>() : null;
            members = isArray ? null : new LinkedHashMap<>();
        }

        int size() {
            return elements == null ? members.size() : elements.size();
        }

        void put(JsonNode value) {
            if (elements == null) {
                members.put(name, value);
            } else {
                elements.add(value);
            }
        }

        /** Returns the node of the whole container, without a copy. */
        JsonNode node() {
            return elements == null ? new ObjectNode(NODES, members) : new ArrayNode(NODES, elements);
        }

        /** Returns a node of a copy, with the current item if it is visible. */
        JsonNode copy(JsonNode item) {
            if (elements == null) {
                Map<String, JsonNode> copy = new LinkedHashMap<>(members);
                if (item != null) {
                    copy.put(name, item);
                }
                return new ObjectNode(NODES, copy);
            }
            List<JsonNode> copy = new ArrayList<>(elements.size() + 1);
            copy.addAll(elements);
            if (item != null) {
                copy.add(item);
            }
            return new ArrayNode(NODES, copy);
        }
    }

    private final boolean bigDecimals;
    /** Whether all strings are absent until they end, and the patterns of those that are. */
    private final boolean allEnded;
    private final List<PartialPattern> ended;
    private final List<Listener<JsonNode>> onValue = new ArrayList<>();
    private final List<Listener<String>> onText = new ArrayList<>();
    private final ArrayDeque<Runnable> calls = new ArrayDeque<>();

    private final List<Level> open = new ArrayList<>();
    private JsonNode root = MissingNode.getInstance();
    private long copied;

    /** The string or name in progress. */
    private StringBuilder text = new StringBuilder();
    /** Whether a string is in progress that is shown, and its node if that has all characters. */
    private boolean isShown;
    private JsonNode string;
    private boolean isName;
    /** Listeners to that string, and how many characters they have received. */
    private List<Listener<String>> hearers = List.of();
    private int heard;

    PartialTree(boolean bigDecimals, boolean allEnded, List<PartialPattern> ended) {
        this.bigDecimals = bigDecimals;
        this.allEnded = allEnded;
        this.ended = ended;
    }

    void onValue(String pointer, BiConsumer<? super JsonNode, ? super JsonPointer> call) {
        onValue.add(new Listener<>(new PartialPattern(pointer), call));
    }

    void onText(String pointer, BiConsumer<? super String, ? super JsonPointer> call) {
        onText.add(new Listener<>(new PartialPattern(pointer), call));
    }

    /** Returns how many members were copied for snapshots. */
    long copied() {
        return copied;
    }

    /** Returns the value so far, in nodes that do not change. */
    JsonNode snapshot() {
        if (isShown && string == null) {
            string = NODES.textNode(text.toString());
        }
        JsonNode item = isShown ? string : null;
        if (open.isEmpty()) {
            return item == null ? root : item;
        }
        for (int at = open.size() - 1; at >= 0 && open.get(at).snapshot == null; at--) {
            Level level = open.get(at);
            copied += level.size();
            level.snapshot = level.copy(item);
            item = level.snapshot;
        }
        return open.get(0).snapshot;
    }

    /** Notes that something in the innermost container changed. */
    private void changed() {
        for (int at = open.size() - 1; at >= 0 && open.get(at).snapshot != null; at--) {
            open.get(at).snapshot = null;
        }
    }

    @Override
    public void open(boolean isArray) {
        changed();
        open.add(new Level(isArray));
    }

    @Override
    public void close() {
        Level level = open.remove(open.size() - 1);
        put(level.snapshot == null ? level.node() : level.snapshot);
    }

    @Override
    public void word(char first) {
        changed();
        put(first == 'n' ? NODES.nullNode() : NODES.booleanNode(first == 't'));
    }

    @Override
    public boolean number(String digits, boolean isInteger) {
        JsonNode node = isInteger ? PartialNumbers.integer(digits) : PartialNumbers.decimal(digits, bigDecimals);
        if (node == null) {
            return false;
        }
        changed();
        put(node);
        return true;
    }

    @Override
    public void beginString(boolean isNameOfMember) {
        isName = isNameOfMember;
        if (isName) {
            return;
        }
        isShown = !allEnded && ended.stream().noneMatch(this::isHere);
        if (isShown) {
            changed();
            hearers = onText.isEmpty() ? onText : onText.stream().filter(it -> isHere(it.pattern())).toList();
        }
    }

    @Override
    public void text(char[] units, int from, int to) {
        text.append(units, from, to - from);
        if (isShown && string != null) {
            string = null;
            changed();
        }
    }

    @Override
    public boolean endName() {
        Level level = open.get(open.size() - 1);
        level.name = takeText();
        return level.members.containsKey(level.name);
    }

    @Override
    public void endString() {
        if (!isShown) {
            changed();
        }
        tellText();
        JsonNode node = string == null ? NODES.textNode(text.toString()) : string;
        takeText();
        isShown = false;
        string = null;
        hearers = List.of();
        heard = 0;
        put(node);
    }

    private String takeText() {
        String taken = isName ? text.toString() : "";
        if (text.capacity() > TEXT_KEPT) {
            text = new StringBuilder();
        }
        text.setLength(0);
        return taken;
    }

    /** Adds a whole value to its container. */
    private void put(JsonNode value) {
        for (Listener<JsonNode> listener : onValue) {
            if (isHere(listener.pattern())) {
                JsonPointer path = path();
                calls.add(() -> listener.call().accept(value, path));
            }
        }
        if (open.isEmpty()) {
            root = value;
        } else {
            open.get(open.size() - 1).put(value);
        }
    }

    /** Queues the calls of listeners to the string in progress. */
    void tellText() {
        if (hearers.isEmpty() || heard == text.length()) {
            return;
        }
        String piece = text.substring(heard);
        heard = text.length();
        JsonPointer path = path();
        for (Listener<String> listener : hearers) {
            calls.add(() -> listener.call().accept(piece, path));
        }
    }

    /** Makes the queued calls. A call that throws is not made again. */
    void callListeners() {
        for (Runnable call = calls.poll(); call != null; call = calls.poll()) {
            call.run();
        }
    }

    /** Returns whether the current value is at a pointer. */
    private boolean isHere(PartialPattern pattern) {
        if (pattern.length() != open.size()) {
            return false;
        }
        for (int at = 0; at < open.size(); at++) {
            if (!pattern.isAny(at) && !pattern.name(at).equals(name(at))) {
                return false;
            }
        }
        return true;
    }

    /** Returns the name of the current item of a level: for an array its index. */
    private String name(int at) {
        Level level = open.get(at);
        return level.elements == null ? level.name : Integer.toString(level.elements.size());
    }

    private JsonPointer path() {
        StringBuilder path = new StringBuilder();
        for (int at = 0; at < open.size(); at++) {
            path.append('/').append(name(at).replace("~", "~0").replace("/", "~1"));
        }
        return JsonPointer.compile(path.toString());
    }
}
