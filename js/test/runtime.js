// What every runtime has to do: a call, an error and a stream.

import { Utf8RepairStream, jsonCheck, jsonEscape } from "../dist/esm/entry/all.js";

const decode = (bytes) => new TextDecoder().decode(bytes);
const source = new ReadableStream({
  start(controller) {
    controller.enqueue(Uint8Array.of(0x61, 0xff));
    controller.close();
  },
});
let repaired = "";
for await (const part of source.pipeThrough(new Utf8RepairStream())) repaired += decode(part);
const isEscaped = decode(jsonEscape('a"\n')) === 'a\\"\\n' && jsonCheck("[1,]").code === "json_value_expected";
console.log(isEscaped && repaired === "a\ufffd" ? "escaped and repaired" : `wrong: ${repaired}`);
