/** A transformer with what TypeScript does not know yet: engines call it when a stream is cancelled or aborted. */
export type Cancellable<I, O> = Transformer<I, O> & { cancel: () => void };
