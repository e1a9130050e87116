package io.github.stringmill;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The members of the objects of a text that is being made canonical, and their order: that of the UTF-16 code units of
 * their names. Standard: RFC 8785, section 3.2.3.
 *
 * <p>When an object ends whose members are out of order, this class keeps their order, and {@link #textInOrder} applies
 * all orders in one pass. To sort each object in the text would copy nested objects once for each level.
 */
final class CanonicalMembers {
    private static final int LEN_MAX = Integer.MAX_VALUE - 8;
    private static final int NONE = -1;

    /** A member: the range from its name to the end of its value in the text, and its name, unescaped, in an array. */
    private static final class Member {
        private final int start;
        private final byte[] name;
        private final int offset;
        private int end;

        Member(int start, byte[] name, int offset) {
            this.start = start;
            this.name = name;
            this.offset = offset;
        }
    }

    /** An open object: its place in the text, its first member, and whether the members so far are in order. */
    private static final class Frame {
        private final int start;
        private final int first;
        private boolean inOrder = true;

        Frame(int start, int first) {
            this.start = start;
            this.first = first;
        }
    }

    /** A closed object that is out of order: its end in the text, and its members in order. */
    private record SortedObject(int end, List<Member> members) {}

    private final List<Frame> frames = new ArrayList<>();
    /** Members of the open objects, outer objects first. */
    private final List<Member> members = new ArrayList<>();
    /** Objects out of order, by their starts. */
    private final NavigableMap<Integer, SortedObject> sortedObjects = new TreeMap<>();
    private int repeatedNameOffset = NONE;

    /** Returns the offset of the first name of the input that its object has already; -1 for none. */
    int repeatedNameOffset() {
        return repeatedNameOffset;
    }

    /** Opens an object at a place of the text. */
    void open(int start) {
        frames.add(new Frame(start, members.size()));
    }

    /**
     * Adds a member to the innermost object. Its name is {@code text[start, end)} with the quotes.
     *
     * @param unescaped the name, if it has escapes in the input; else null
     * @param offset the place of the name in the input
     */
    void add(byte[] text, int start, int end, byte[] unescaped, int offset) {
        byte[] name = unescaped != null ? unescaped : Arrays.copyOfRange(text, start + 1, end - 1);
        Frame frame = frames.get(frames.size() - 1);
        if (frame.inOrder && members.size() > frame.first) {
            frame.inOrder = compare(members.get(members.size() - 1).name, name) < 0;
        }
        members.add(new Member(start, name, offset));
    }

    /** Ends the last member of the innermost object. */
    void end(int end) {
        members.get(members.size() - 1).end = end;
    }

    /** Closes the innermost object. */
    void close(int end) {
        Frame frame = frames.remove(frames.size() - 1);
        List<Member> objectMembers = members.subList(frame.first, members.size());
        if (!frame.inOrder) {
            List<Member> order = new ArrayList<>(objectMembers);
            // Members of the same name stay in the order of the input.
            order.sort((one, other) -> compare(one.name, other.name));
            for (int i = 1; i < order.size(); i++) {
                if (Arrays.equals(order.get(i - 1).name, order.get(i).name)) {
                    int offset = order.get(i).offset;
                    repeatedNameOffset = repeatedNameOffset == NONE ? offset : Math.min(repeatedNameOffset, offset);
                }
            }
            sortedObjects.put(frame.start, new SortedObject(end, order));
        }
        objectMembers.clear();
    }

    /**
     * Compares names in well-formed UTF-8 by their UTF-16 code units. The order of bytes is that of code points. Both
     * differ only between characters above U+FFFF, whose units are surrogates, and U+E000 to U+FFFF.
     */
    static int compare(byte[] one, byte[] other) {
        int place = Arrays.mismatch(one, other);
        if (place < 0 || place == Math.min(one.length, other.length)) {
            return one.length - other.length;
        }
        int a = one[place] & 0xFF;
        int b = other[place] & 0xFF;
        boolean isSwapped = a >= 0xF0 ? b == 0xEE || b == 0xEF : b >= 0xF0 && (a == 0xEE || a == 0xEF);
        return isSwapped ? b - a : a - b;
    }

    /** What is left to write: members of an object from {@code next} on, then a part of the text. */
    private record Remainder(int from, int end, List<Member> members, int next) {}

    /** Returns the first {@code len} bytes of the text, with members in order. */
    byte[] textInOrder(byte[] text, int len) {
        if (sortedObjects.isEmpty()) {
            return Arrays.copyOf(text, len);
        }
        byte[] out = new byte[len];
        int put = 0;
        Deque<Remainder> remainders = new ArrayDeque<>();
        remainders.push(new Remainder(0, len, List.of(), 0));
        while (!remainders.isEmpty()) {
            Remainder current = remainders.pop();
            if (current.next < current.members.size()) {
                Member member = current.members.get(current.next);
                out[put++] = (byte) (current.next == 0 ? '{' : ',');
                remainders.push(new Remainder(current.from, current.end, current.members, current.next + 1));
                remainders.push(new Remainder(member.start, member.end, List.of(), 0));
                continue;
            }
            if (current.next > 0) {
                out[put++] = '}';
            }
            Map.Entry<Integer, SortedObject> object = sortedObjects.ceilingEntry(current.from);
            boolean isInside = object != null && object.getKey() < current.end;
            int to = isInside ? object.getKey() : current.end;
            System.arraycopy(text, current.from, out, put, to - current.from);
            put += to - current.from;
            if (isInside) {
                remainders.push(new Remainder(object.getValue().end, current.end, object.getValue().members, 0));
            }
        }
        return out;
    }

    /** Returns a longer copy of a text, with room for {@code least} bytes. */
    static byte[] lengthen(byte[] text, long least) {
        if (least > LEN_MAX) {
            throw new OutOfMemoryError("more output than an array can hold");
        }
        return Arrays.copyOf(text, (int) Math.min(LEN_MAX, Math.max(least, 2L * text.length)));
    }
}
