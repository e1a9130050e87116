/**
 * A transformer with the method `cancel`, which TypeScript's types lack: engines call it when a stream is cancelled or
 * aborted.
 */
export type Cancellable<I, O> = Transformer<I, O> & { cancel: () => void };
