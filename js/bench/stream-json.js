import { Readable } from "node:stream";
import parser from "stream-json/jsonl/parser.js";

/** The records of chunks of NDJSON. */
export const asStream = (chunks) => Readable.from(chunks).pipe(parser.asStream());
