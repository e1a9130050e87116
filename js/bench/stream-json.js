import { Readable } from "node:stream";
import lines from "stream-json/jsonl/parser.js";
import parser from "stream-json/parser.js";
import streamArray from "stream-json/streamers/stream-array.js";

/** The records of chunks of NDJSON. */
export const asStream = (chunks) => Readable.from(chunks).pipe(lines.asStream());
/** The tokens of chunks of JSON, names and values whole. */
export const tokensOf = (chunks) => Readable.from(chunks).pipe(parser.asStream({ streamValues: false }));
/** The items of chunks of one array, as objects with a `value`. */
export const itemsOf = (chunks) => Readable.from(chunks).pipe(streamArray.withParserAsStream());
