package io.github.stringmill.ion.reader;

import com.amazon.ion.IonType;
import java.util.Arrays;

/** The containers around the reader. {@link ValueParser} steps in and out; {@link ValueReader} queries the depth. */
final class ContainerStack {
    private static final IonType[] TYPES = IonType.values();

    /** The containers around the current one, as ordinals. */
    private byte[] outer = new byte[16];
    private int depth;
    private byte current = (byte) IonType.DATAGRAM.ordinal();
    /** The container that a reader was set into by a span; null if it reads from the start of the text. */
    private IonType hoistedInto;

    int depth() {
        return depth;
    }

    IonType current() {
        return TYPES[current];
    }

    boolean is(IonType type) {
        return current == type.ordinal();
    }

    IonType hoistedInto() {
        return hoistedInto;
    }

    /** Whether a span has set the reader into the current container: the text ends after one value there. */
    boolean isHoisted() {
        return hoistedInto != null && depth == 0;
    }

    /** Starts in a container as if nothing were around it. */
    void hoist(IonType into) {
        hoistedInto = into;
        depth = 0;
        current = (byte) into.ordinal();
    }

    /** Leaves all containers. */
    void restart() {
        hoist(IonType.DATAGRAM);
        hoistedInto = null;
    }

    void stepIn(IonType into) {
        if (depth == outer.length) {
            outer = Arrays.copyOf(outer, depth * 2);
        }
        outer[depth++] = current;
        current = (byte) into.ordinal();
    }

    void stepOut() {
        current = outer[--depth];
    }

    /** The character that closes a container. */
    static int closer(IonType type) {
        return type == IonType.LIST ? ']' : type == IonType.SEXP ? ')' : '}';
    }
}
