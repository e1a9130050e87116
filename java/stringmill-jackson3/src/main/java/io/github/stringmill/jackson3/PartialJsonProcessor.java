// Generated from java/stringmill-jackson2 by `cargo run -p stringmill-gen -- jackson3`; do not edit.
package io.github.stringmill.jackson3;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * Turns a stream of pieces into a stream of values so far, for one subscriber.
 *
 * <p>The subscriber receives the newest value after each change that it requests, not every one: what arrives before it
 * requests the next value is one step. The last value, and an error after it, wait for its requests too. Pieces are read
 * when they arrive, since their text is not kept. Cancelling the subscription cancels the source.
 *
 * <p>Values of the subscriber are never the result. {@link #result} is the result, and completes when the source has
 * ended.
 *
 * <p>Signals come from the thread that causes them, or from an executor. With an executor the source does not wait for
 * the subscriber: what arrives while it works is one step.
 *
 * @param <T> the items of the source
 */
@SuppressWarnings("exports") // As PartialJson.
public final class PartialJsonProcessor<T> implements Flow.Processor<T, JsonNode> {
    /**
     * Feeds the pieces of an item to a reader.
     *
     * @param <T> the item
     */
    @FunctionalInterface
    public interface Feed<T> {
        /**
         * Feeds the pieces of an item, if it has any.
         *
         * @param reader the reader
         * @param item the item
         * @throws Exception the error of the reader, or another one, which ends the stream too
         */
        void feed(PartialJson reader, T item) throws Exception;
    }

    private final PartialJson reader;
    private final Feed<? super T> feed;
    private final Executor executor;
    private final CompletableFuture<JsonNode> result = new CompletableFuture<>();

    /** Guards what follows, and the reader. The feed runs under it, with the listeners of the reader; no signal does. */
    private final Object lock = new Object();
    private Flow.Subscription source;
    private Flow.Subscriber<? super JsonNode> subscriber;
    private long requested;
    private JsonNode last = MissingNode.getInstance();
    /** Whether the source has ended, with which error. */
    private boolean isOver;
    private Throwable failure;
    /** Whether the subscriber gets no more signals. */
    private boolean isSilent;
    /** Whether a thread makes signals. */
    private boolean isSignalling;
    /** The error of a request for less than one value. */
    private Throwable refused;

    /**
     * Makes a processor whose signals come from the threads that cause them.
     *
     * @param reader a reader that nothing else feeds
     * @param feed feeds the pieces of an item
     */
    public PartialJsonProcessor(PartialJson reader, Feed<? super T> feed) {
        this(reader, feed, Runnable::run);
    }

    /**
     * Makes a processor whose signals come from an executor.
     *
     * @param reader a reader that nothing else feeds
     * @param feed feeds the pieces of an item
     * @param executor runs the subscriber
     */
    public PartialJsonProcessor(PartialJson reader, Feed<? super T> feed, Executor executor) {
        this.reader = Objects.requireNonNull(reader, "reader");
        this.feed = Objects.requireNonNull(feed, "feed");
        this.executor = Objects.requireNonNull(executor, "executor");
    }

    /**
     * Makes a processor of buffers.
     *
     * @param reader a reader that nothing else feeds
     * @return a processor
     */
    public static PartialJsonProcessor<ByteBuffer> ofBuffers(PartialJson reader) {
        return new PartialJsonProcessor<>(reader, PartialJson::feed);
    }

    /**
     * Makes a processor of lists of buffers, such as the body of a response of {@code java.net.http}.
     *
     * @param reader a reader that nothing else feeds
     * @return a processor
     */
    public static PartialJsonProcessor<List<ByteBuffer>> ofBufferLists(PartialJson reader) {
        return new PartialJsonProcessor<>(reader, (to, buffers) -> {
            for (ByteBuffer buffer : buffers) {
                to.feed(buffer);
            }
        });
    }

    /**
     * Returns the result: the whole value, or the error of the text, of the source or of a listener. It needs no
     * subscriber.
     *
     * @return a future of the caller's own; a cancelled subscription is a {@link CancellationException} as the cause
     */
    public CompletableFuture<JsonNode> result() {
        return result.copy();
    }

    /**
     * Subscribes a function, which receives the newest value after each change.
     *
     * @param consumer receives values so far; if it throws, the stream is cancelled
     * @return the result, after the function has received the last value; or the error
     */
    public CompletableFuture<JsonNode> forEach(Consumer<? super JsonNode> consumer) {
        Objects.requireNonNull(consumer, "consumer");
        Each each = new Each(consumer, result);
        subscribe(each);
        return each.end;
    }

    private static final class Each implements Flow.Subscriber<JsonNode> {
        private final CompletableFuture<JsonNode> end = new CompletableFuture<>();
        private final Consumer<? super JsonNode> consumer;
        private final CompletableFuture<JsonNode> result;
        private Flow.Subscription subscription;

        Each(Consumer<? super JsonNode> consumer, CompletableFuture<JsonNode> result) {
            this.consumer = consumer;
            this.result = result;
        }

        @Override
        public void onSubscribe(Flow.Subscription to) {
            subscription = to;
            to.request(1);
        }

        @Override
        public void onNext(JsonNode value) {
            try {
                consumer.accept(value);
            } catch (RuntimeException e) {
                subscription.cancel();
                end.completeExceptionally(e);
                return;
            }
            subscription.request(1);
        }

        @Override
        public void onError(Throwable error) {
            end.completeExceptionally(error);
        }

        @Override
        public void onComplete() {
            // Waits at most for the thread that is about to complete it.
            end.complete(result.join());
        }
    }

    @Override
    public void subscribe(Flow.Subscriber<? super JsonNode> other) {
        Objects.requireNonNull(other, "subscriber");
        boolean isFirst;
        synchronized (lock) {
            isFirst = subscriber == null;
            if (isFirst) {
                subscriber = other;
                // Nothing may come before onSubscribe.
                isSignalling = true;
            }
        }
        if (!isFirst) {
            other.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long count) {}

                @Override
                public void cancel() {}
            });
            other.onError(new IllegalStateException("a processor has one subscriber"));
            return;
        }
        other.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long count) {
                requested(count);
            }

            @Override
            public void cancel() {
                cancelled(new CancellationException("the subscription was cancelled"));
            }
        });
        run();
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        boolean isFirst;
        synchronized (lock) {
            isFirst = source == null && !isOver;
            if (isFirst) {
                source = subscription;
            }
        }
        if (isFirst) {
            subscription.request(Long.MAX_VALUE);
        } else {
            subscription.cancel();
        }
    }

    @Override
    public void onNext(T item) {
        Objects.requireNonNull(item, "item");
        Exception error = attempt(feed, item);
        if (error != null) {
            stop(error);
        }
        signal();
    }

    @Override
    public void onError(Throwable error) {
        Objects.requireNonNull(error, "error");
        over(error);
        signal();
    }

    @Override
    public void onComplete() {
        over(attempt((whole, item) -> whole.finish(), null));
        signal();
    }

    /** Feeds, if the source has not ended, and returns the exception. */
    private Exception attempt(Feed<? super T> step, T item) {
        synchronized (lock) {
            try {
                if (!isOver) {
                    step.feed(reader, item);
                }
                return null;
            } catch (Exception e) {
                return e;
            }
        }
    }

    private void requested(long count) {
        synchronized (lock) {
            if (count <= 0) {
                refused = new IllegalArgumentException("a request must be for 1 or more, and is for " + count);
            } else {
                requested = count > Long.MAX_VALUE - requested ? Long.MAX_VALUE : requested + count;
            }
        }
        if (count <= 0) {
            stop(refused);
        }
        signal();
    }

    private void cancelled(Throwable reason) {
        synchronized (lock) {
            isSilent = true;
        }
        stop(reason);
    }

    /** Ends and cancels the source, if it has not ended. */
    private void stop(Throwable reason) {
        Flow.Subscription of;
        synchronized (lock) {
            of = isOver ? null : source;
        }
        over(reason);
        if (of != null) {
            of.cancel();
        }
    }

    /** Notes that the source has ended, and completes the result. */
    private void over(Throwable error) {
        JsonNode value;
        synchronized (lock) {
            if (isOver) {
                return;
            }
            isOver = true;
            failure = error;
            value = reader.value();
        }
        if (error == null) {
            result.complete(value);
        } else {
            result.completeExceptionally(error);
        }
    }

    /** Lets one thread make all signals that are due. */
    private void signal() {
        synchronized (lock) {
            if (isSignalling || subscriber == null || isSilent) {
                return;
            }
            isSignalling = true;
        }
        run();
    }

    private void run() {
        try {
            executor.execute(this::signals);
        } catch (RejectedExecutionException e) {
            cancelled(e);
            subscriber.onError(e);
        }
    }

    private void signals() {
        try {
            for (Runnable next = next(); next != null; next = next()) {
                next.run();
            }
        } catch (RuntimeException e) {
            // A subscriber must not throw, and one that does has cancelled.
            cancelled(e);
        }
    }

    /** Returns the next signal, or null if none is due. */
    private Runnable next() {
        synchronized (lock) {
            boolean isRefused = refused != null;
            if (isSilent || !isRefused && !isOver && requested == 0) {
                isSignalling = false;
                return null;
            }
            JsonNode value = isRefused ? last : reader.value();
            if (value != last && requested > 0) {
                last = value;
                requested -= requested == Long.MAX_VALUE ? 0 : 1;
                return () -> subscriber.onNext(value);
            }
            if (!isOver || value != last) {
                isSignalling = false;
                return null;
            }
            isSilent = true;
            Throwable error = isRefused ? refused : failure;
            return error == null ? subscriber::onComplete : () -> subscriber.onError(error);
        }
    }
}
