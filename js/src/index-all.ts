export * from "./index-strings.js";
export { jsonCheck } from "./check.js";
export type { JsonCheckOptions, JsonRule } from "./check.js";
export {
  Base64DecodeStream,
  Base64EncodeStream,
  JsonCheckStream,
  JsonEscapeStream,
  JsonUnescapeStream,
  TranscodeStream,
  Utf8RepairStream,
  Utf8ValidateStream,
} from "./streams.js";
export type { JsonEvent, JsonEventKind } from "./json-event.js";
export { jsonReader, jsonValues } from "./json-reader.js";
export type { JsonReader, JsonReaderOptions, JsonStreamReader } from "./json-reader.js";
export type { ByteChunks, ByteStream } from "./chunks.js";
export { jsonCanonical } from "./canonical.js";
export type { JsonCanonicalOptions } from "./canonical.js";
export {
  IonToJsonStream,
  JsonFormatStream,
  JsonItemsStream,
  JsonToIonStream,
  ionToJson,
  jsonFormat,
  jsonToIon,
} from "./convert.js";
export type { Converted, IonToJsonOptions, JsonFormatOptions, JsonToIonOptions, Loss, LossName } from "./convert.js";
export { IonReader, IonStreamReader, ionRead, ionValues } from "./ion-reader.js";
export type { IonChunks, IonPlainOptions, IonReadOptions, IonReaderOptions } from "./ion-reader.js";
export type { IonLimits, IonSharedTable } from "./ion-source.js";
export { UnknownSymbol } from "./ion-tape.js";
export type { IonPrecision, IonSymbol, IonType } from "./ion-tape.js";
export type { IonValue, IonValueOptions } from "./ion-values.js";
export { transcode } from "./transcode.js";
export type { Encoding, TranscodeOptions } from "./transcode.js";
export { NdjsonRecord, NdjsonStream, ndjson } from "./ndjson.js";
export type { NdjsonOptions, NdjsonReject } from "./ndjson.js";
