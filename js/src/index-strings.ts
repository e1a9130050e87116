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
  utf8Repair,
  utf8Validate,
} from "./strings.js";
export type {
  Base64DecodeOptions,
  Base64EncodeOptions,
  IllFormed,
  IllFormedString,
  IllFormedUtf16,
  JsonEscapeOptions,
  JsonUnescapeOptions,
  LoneSurrogates,
  Profile,
  Utf8RepairOptions,
  Utf8ValidateOptions,
} from "./strings.js";
