package io.github.stringmill.internal;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;

/**
 * Keeps one reusable object for each platform thread.
 *
 * <p>An object is collected when its thread ends or when the class loader of this class is unloaded, whichever comes
 * first. So the thread has only a weak reference to the object, and this class has only a weak reference to the thread.
 *
 * <p>Virtual threads share a {@link Pool}. So do callers that find the object of their thread in use: code of the
 * caller, such as {@code CharSequence.charAt}, may call this library while the library runs it.
 *
 * @param <T> the type of the objects
 */
final class ThreadOwned<T extends ThreadOwned.Item<T>> {
    /** The base class of such objects. */
    abstract static class Item<T extends Item<T>> {
        /** The pool that receives the object on release; null if a thread owns it. */
        Pool<T> pool;

        /** The number of users that share the object. */
        int users;

        /** Ends the use of this object by one user. */
        public final void release() {
            users--;
            if (users == 0 && pool != null) {
                pool.give(self());
            }
        }

        /** Returns this object. */
        abstract T self();
    }

    private final Supplier<T> make;
    private final Pool<T> pool;
    private final ThreadLocal<WeakReference<T>> ofThread = new ThreadLocal<>();
    private final Map<Thread, T> owned = new WeakHashMap<>();

    /**
     * Starts without objects.
     *
     * @param make makes an object, or returns null if it cannot
     */
    ThreadOwned(Supplier<T> make) {
        this.make = make;
        this.pool = new Pool<>(make);
    }

    /** Takes an object that no other user has; the caller releases it, also after an exception. Null if none can be made. */
    T take() {
        T own = own();
        if (own == null || own.users != 0) {
            own = pool.take();
            if (own == null) {
                return null;
            }
            own.pool = pool;
        }
        own.users = 1;
        return own;
    }

    /** Returns the object of this thread, in use or not; null for a virtual thread, and if none can be made. */
    T own() {
        if (Threads.isVirtual()) {
            return null;
        }
        WeakReference<T> reference = ofThread.get();
        T own = reference == null ? null : reference.get();
        return own == null ? makeOwn() : own;
    }

    /** Adds a user to an object that this thread uses; each user releases it. */
    T share(T taken) {
        taken.users++;
        return taken;
    }

    private T makeOwn() {
        T own = make.get();
        if (own == null) {
            return null;
        }
        synchronized (owned) {
            owned.put(Thread.currentThread(), own);
        }
        ofThread.set(new WeakReference<>(own));
        return own;
    }
}
