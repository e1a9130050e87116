// What the examples of docs/javascript.md use and do not make.
declare const response: { body: ReadableStream<Uint8Array<ArrayBuffer>> };
declare const file: WritableStream<Uint8Array>;
declare const bytes: Uint8Array<ArrayBuffer>;
declare function use(...values: unknown[]): void;
declare const ids: unknown[];
declare class Big {
  constructor(text: string);
}
