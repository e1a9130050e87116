// Generated from java/stringmill-jackson2 by `cargo run -p stringmill-gen -- jackson3`; do not edit.
package io.github.stringmill.jackson3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.stringmill.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Streams of values so far: back pressure, the newest value, ends, errors and cancelling. */
@Timeout(60)
class PartialProcessorTest {
    /** A source whose signals the test makes. */
    private static final class Source implements Flow.Subscription {
        long requested;
        int cancelled;

        @Override
        public void request(long count) {
            requested += count;
        }

        @Override
        public void cancel() {
            cancelled++;
        }
    }

    /** Records what it receives. */
    private static class Recorder implements Flow.Subscriber<JsonNode> {
        final List<String> received = new ArrayList<>();
        final CountDownLatch ended = new CountDownLatch(1);
        private final long first;
        volatile Flow.Subscription subscription;
        volatile Throwable error;

        /** Requests this many values at first. */
        Recorder(long first) {
            this.first = first;
        }

        @Override
        public void onSubscribe(Flow.Subscription to) {
            subscription = to;
            if (first != 0) {
                to.request(first);
            }
        }

        @Override
        public void onNext(JsonNode value) {
            received.add(value.toString());
        }

        @Override
        public void onError(Throwable e) {
            error = e;
            received.add("error");
            ended.countDown();
        }

        @Override
        public void onComplete() {
            received.add("end");
            ended.countDown();
        }
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private final PartialJson reader = new PartialJson();
    private final PartialJsonProcessor<ByteBuffer> processor = PartialJsonProcessor.ofBuffers(reader);
    private final Source source = new Source();

    private Recorder subscribed(long first) {
        Recorder recorder = new Recorder(first);
        processor.subscribe(recorder);
        processor.onSubscribe(source);
        return recorder;
    }

    private void send(String... pieces) {
        for (String piece : pieces) {
            processor.onNext(bytes(piece));
        }
    }

    @Test
    void eachVisibleChangeIsAValue() {
        Recorder recorder = subscribed(Long.MAX_VALUE);
        assertEquals(Long.MAX_VALUE, source.requested);
        send(" ", "[", "1", "2", ",", "\"a", "\\u00", "e9\"", "]");
        assertEquals(List.of("[]", "[12]", "[12,\"a\"]", "[12,\"aé\"]"), recorder.received);
        assertFalse(processor.result().isDone());
        processor.onComplete();
        assertEquals(5, recorder.received.size());
        assertEquals("[12,\"aé\"]", processor.result().join().toString());
        assertEquals("end", recorder.received.get(4));
        assertEquals(0, source.cancelled);
    }

    @Test
    void whatArrivesBeforeARequestIsOneStep() {
        Recorder recorder = subscribed(1);
        send("[1,", "2,", "3,");
        assertEquals(List.of("[1]"), recorder.received);
        recorder.subscription.request(1);
        assertEquals(List.of("[1]", "[1,2,3]"), recorder.received);
        recorder.subscription.request(1);
        assertEquals(2, recorder.received.size());
        send("4,", "5,");
        assertEquals("[1,2,3,4]", recorder.received.get(2));
        // Copies are made for values that are received, not for pieces.
        assertEquals(1 + 3 + 4, reader.copied());
    }

    @Test
    void theEndWaitsForTheLastValue() {
        Recorder recorder = subscribed(1);
        send("1", "2");
        assertEquals(List.of(), recorder.received);
        processor.onComplete();
        assertEquals(List.of("12", "end"), recorder.received);
        Recorder second = new Recorder(0);
        PartialJsonProcessor<ByteBuffer> other = PartialJsonProcessor.ofBuffers(new PartialJson());
        other.onSubscribe(new Source());
        other.onNext(bytes("[1]"));
        other.onComplete();
        assertEquals("[1]", other.result().join().toString());
        // A subscriber that comes after the end gets the last value and the end.
        other.subscribe(second);
        assertEquals(List.of(), second.received);
        second.subscription.request(1);
        assertEquals(List.of("[1]", "end"), second.received);
        second.subscription.request(1);
        assertEquals(2, second.received.size());
    }

    @Test
    void anErrorComesAfterTheValueBeforeIt() {
        Recorder recorder = subscribed(1);
        send("[1,", "2,x", "3");
        assertEquals(List.of("[1]"), recorder.received);
        assertEquals(1, source.cancelled);
        recorder.subscription.request(1);
        assertEquals(List.of("[1]", "[1,2]", "error"), recorder.received);
        assertEquals(ErrorCode.JSON_VALUE_EXPECTED, assertInstanceOf(PartialJsonException.class, recorder.error).code());
        Throwable failure = assertThrows(CompletionException.class, () -> processor.result().join()).getCause();
        assertSame(recorder.error, failure);
        // Signals after the end change nothing.
        processor.onComplete();
        processor.onError(new IllegalStateException());
        assertEquals(3, recorder.received.size());
    }

    @Test
    void aSourceThatEndsTooSoonOrFailsIsAnError() {
        Recorder recorder = subscribed(9);
        send("{\"a\":\"b");
        processor.onComplete();
        assertEquals(List.of("{\"a\":\"b\"}", "error"), recorder.received);
        assertEquals(ErrorCode.STRING_UNTERMINATED, assertInstanceOf(PartialJsonException.class, recorder.error).code());
        PartialJsonProcessor<ByteBuffer> other = PartialJsonProcessor.ofBuffers(new PartialJson());
        Recorder second = new Recorder(9);
        other.subscribe(second);
        other.onSubscribe(new Source());
        other.onNext(bytes("[1 "));
        Exception failure = new Exception("the connection was lost");
        other.onError(failure);
        assertEquals(List.of("[1]", "error"), second.received);
        assertSame(failure, second.error);
        assertTrue(other.result().isCompletedExceptionally());
    }

    @Test
    void cancellingCancelsTheSource() {
        Recorder recorder = subscribed(9);
        send("[1,");
        recorder.subscription.cancel();
        recorder.subscription.cancel();
        send("2,");
        recorder.subscription.request(1);
        assertEquals(List.of("[1]"), recorder.received);
        assertEquals(1, source.cancelled);
        assertInstanceOf(CancellationException.class,
                assertThrows(CompletionException.class, () -> processor.result().join()).getCause());
        // Cancelling before there is a source.
        PartialJsonProcessor<ByteBuffer> early = PartialJsonProcessor.ofBuffers(new PartialJson());
        Recorder second = new Recorder(0);
        early.subscribe(second);
        second.subscription.cancel();
        Source late = new Source();
        early.onSubscribe(late);
        assertEquals(1, late.cancelled);
        assertEquals(0, late.requested);
        assertEquals(List.of(), second.received);
    }

    @Test
    void cancellingInsideOnNext() {
        Recorder recorder = new Recorder(9) {
            @Override
            public void onNext(JsonNode value) {
                super.onNext(value);
                subscription.cancel();
            }
        };
        processor.subscribe(recorder);
        processor.onSubscribe(source);
        send("[1,", "2,");
        assertEquals(List.of("[1]"), recorder.received);
        assertEquals(1, source.cancelled);
    }

    @Test
    void requestingInsideOnNextTakesNoStack() {
        Recorder recorder = new Recorder(1) {
            @Override
            public void onNext(JsonNode value) {
                received.add("");
                subscription.request(1);
            }
        };
        processor.subscribe(recorder);
        processor.onSubscribe(source);
        send("[");
        for (int i = 0; i < 10_000; i++) {
            send("1,");
        }
        assertEquals(10_001, recorder.received.size());
    }

    @Test
    void misuseIsRefused() {
        Recorder recorder = subscribed(0);
        send("[1,");
        recorder.subscription.request(0);
        assertEquals(List.of("error"), recorder.received);
        assertInstanceOf(IllegalArgumentException.class, recorder.error);
        assertEquals(1, source.cancelled);
        Recorder second = new Recorder(1);
        processor.subscribe(second);
        assertInstanceOf(IllegalStateException.class, second.error);
        Source other = new Source();
        processor.onSubscribe(other);
        assertEquals(1, other.cancelled);
        assertThrows(NullPointerException.class, () -> processor.onNext(null));
        assertThrows(NullPointerException.class, () -> processor.subscribe(null));
        assertThrows(NullPointerException.class, () -> processor.onError(null));
    }

    @Test
    void requestsAddUpToAllThereAre() {
        Recorder recorder = subscribed(Long.MAX_VALUE - 1);
        recorder.subscription.request(Long.MAX_VALUE);
        send("[1,", "2,");
        assertEquals(List.of("[1]", "[1,2]"), recorder.received);
    }

    @Test
    void subscribersAndListenersThatThrowEndTheStream() {
        Recorder recorder = new Recorder(9) {
            @Override
            public void onNext(JsonNode value) {
                throw new IllegalArgumentException("mine");
            }
        };
        processor.subscribe(recorder);
        processor.onSubscribe(source);
        send("[1,", "2,");
        assertEquals(1, source.cancelled);
        assertEquals(List.of(), recorder.received);
        assertInstanceOf(IllegalArgumentException.class,
                assertThrows(CompletionException.class, () -> processor.result().join()).getCause());
        PartialJson listened = new PartialJson().on("/*", (value, path) -> {
            throw new IllegalArgumentException("mine");
        });
        PartialJsonProcessor<ByteBuffer> other = PartialJsonProcessor.ofBuffers(listened);
        Recorder second = new Recorder(9);
        other.subscribe(second);
        other.onSubscribe(new Source());
        other.onNext(bytes("[1,"));
        assertEquals(List.of("[1]", "error"), second.received);
    }

    @Test
    void forEachShowsValuesAndThenTheResult() {
        List<String> shown = new ArrayList<>();
        CompletableFuture<JsonNode> end = processor.forEach(value -> shown.add(value.toString()));
        processor.onSubscribe(source);
        send("[1,", "\"a");
        assertFalse(end.isDone());
        send("b\"]");
        processor.onComplete();
        assertEquals("[1,\"ab\"]", end.join().toString());
        assertEquals(List.of("[1]", "[1,\"a\"]", "[1,\"ab\"]"), shown);
        assertThrows(CompletionException.class, () -> processor.forEach(value -> {}).join());
    }

    @Test
    void forEachFailsWithTheTextAndWithItsFunction() {
        CompletableFuture<JsonNode> end = processor.forEach(value -> {});
        processor.onSubscribe(source);
        send("[1,x");
        assertInstanceOf(PartialJsonException.class, assertThrows(CompletionException.class, end::join).getCause());
        PartialJsonProcessor<ByteBuffer> other = PartialJsonProcessor.ofBuffers(new PartialJson());
        Source cancelled = new Source();
        CompletableFuture<JsonNode> thrown = other.forEach(value -> {
            throw new IllegalArgumentException("mine");
        });
        other.onSubscribe(cancelled);
        other.onNext(bytes("[1,"));
        assertInstanceOf(IllegalArgumentException.class, assertThrows(CompletionException.class, thrown::join).getCause());
        assertEquals(1, cancelled.cancelled);
    }

    @Test
    void theResultOfACallerIsItsOwn() {
        subscribed(9);
        processor.result().cancel(true);
        send("[1]");
        processor.onComplete();
        assertEquals("[1]", processor.result().join().toString());
    }

    /** An executor that runs when the test says so: what arrives meanwhile is one step. */
    @Test
    void anExecutorRunsTheSubscriber() {
        Queue<Runnable> tasks = new ArrayDeque<>();
        PartialJsonProcessor<CharSequence> text = new PartialJsonProcessor<>(reader, PartialJson::feed, tasks::add);
        Recorder recorder = new Recorder(Long.MAX_VALUE);
        text.subscribe(recorder);
        text.onSubscribe(source);
        for (String piece : List.of("[1,", "2,", "3,")) {
            text.onNext(piece);
        }
        assertEquals(List.of(), recorder.received);
        assertEquals(1, tasks.size());
        tasks.remove().run();
        assertEquals(List.of("[1,2,3]"), recorder.received);
        text.onNext("4]");
        text.onComplete();
        assertEquals("[1,2,3,4]", text.result().join().toString());
        tasks.remove().run();
        assertEquals(List.of("[1,2,3]", "[1,2,3,4]", "end"), recorder.received);
        assertTrue(tasks.isEmpty());
    }

    @Test
    void anExecutorThatRefusesEndsTheStream() {
        PartialJsonProcessor<CharSequence> text = new PartialJsonProcessor<>(reader, PartialJson::feed, task -> {
            throw new RejectedExecutionException("closed");
        });
        Recorder recorder = new Recorder(1);
        text.subscribe(recorder);
        text.onSubscribe(source);
        assertEquals(List.of("error"), recorder.received);
        assertTrue(text.result().isCompletedExceptionally());
        assertEquals(1, source.cancelled);
    }

    /** Threads of a publisher and of an executor, with a subscriber that is slower than the source. */
    @Test
    void manyThreads() throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(2);
        try {
            for (int round = 0; round < 50; round++) {
                PartialJsonProcessor<CharSequence> text =
                        new PartialJsonProcessor<>(new PartialJson(), PartialJson::feed, executor);
                Recorder recorder = new Recorder(1) {
                    private JsonNode before;

                    @Override
                    public void onNext(JsonNode value) {
                        super.onNext(before != null && !PartialCases.extend(before, value) ? before : value);
                        before = value;
                        Thread.yield();
                        subscription.request(1);
                    }
                };
                text.subscribe(recorder);
                StringBuilder whole = new StringBuilder("[0");
                try (SubmissionPublisher<CharSequence> publisher = new SubmissionPublisher<>(executor, 16)) {
                    publisher.subscribe(text);
                    publisher.submit("[0");
                    for (int i = 1; i < 200; i++) {
                        publisher.submit("," + i);
                        whole.append(',').append(i);
                    }
                    publisher.submit("]");
                    whole.append(']');
                }
                assertTrue(recorder.ended.await(30, TimeUnit.SECONDS));
                int last = recorder.received.size() - 1;
                assertEquals("end", recorder.received.get(last));
                assertEquals(whole.toString(), recorder.received.get(last - 1));
                assertEquals(whole.toString(), text.result().get(30, TimeUnit.SECONDS).toString());
                assertTrue(last <= 202, "values: " + last);
                // No value came twice.
                assertEquals(last + 1, recorder.received.stream().distinct().count());
            }
        } finally {
            executor.shutdownNow();
        }
    }
}
