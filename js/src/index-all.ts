export * from "./index-strings.js";
export { jsonCheck } from "./check.js";
export type { JsonCheckOptions } from "./check.js";
export {
  Base64DecodeStream, Base64EncodeStream, JsonCheckStream, JsonEscapeStream, JsonUnescapeStream, TranscodeStream, Utf8RepairStream,
  Utf8ValidateStream,
} from "./streams.js";
