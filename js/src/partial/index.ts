// The entry stringmill/partial. It does not need the WebAssembly module.

export type { BytesLike } from "../arguments.js";
export { StringmillError } from "../error.js";
export { PartialJson } from "./reader.js";
export {
  type Items,
  PartialStream,
  type PartialStreamOptions,
  type ServerSentEvent,
  type Source,
  partialJson,
  serverSentEvents,
} from "./stream.js";
export type { Chunk, DeepPartial, PartialOptions, Path } from "./types.js";
