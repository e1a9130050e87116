export type { BytesLike } from "./arguments.js";
export { StringmillError } from "./error.js";
export type { OutputOptions, Repairs } from "./transfer.js";
export {
  base64Decode,
  base64Encode,
  jsonEscape,
  jsonUnescape,
  profiles,
  tier,
  transcode,
  utf8Repair,
  utf8Validate,
} from "./strings.js";
export type {
  Base64DecodeOptions,
  Base64EncodeOptions,
  Encoding,
  IllFormed,
  IllFormedUtf16,
  JsonEscapeOptions,
  JsonUnescapeOptions,
  LoneSurrogates,
  Profile,
  TranscodeOptions,
  Utf8RepairOptions,
  Utf8ValidateOptions,
} from "./strings.js";
