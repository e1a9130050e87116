// One example for each capability of the project. Each is a whole state of the page.

import { encode, parseHex } from "./text";
import type { Action, Engine, Format } from "./engine";
import { initial, type State } from "./state";

export interface Example {
  title: string;
  /** The state that it shows, or a file that it makes. */
  state: Partial<State>;
  file?: () => File;
}

const text = (input: string): Partial<State> => ({ input: encode(input), notation: "text" });
const bytes = (input: string): Partial<State> => ({ input: parseHex(input), notation: "hex" });

export const examples: Example[] = [
  {
    title: "Escape and validate in one pass",
    state: { ...bytes("73 61 79 20 22 63 61 66 c3 a9 22 0a 6d 65 6e e9 20 41 5c 42 09 e2 82 ac 35"), view: "bytes" },
  },
  {
    title: "The same bytes in each host",
    state: { ...bytes("3c 62 3e 63 61 66 c3 a9 3c 2f 62 3e 20 ed a0 80 20 f0 9f 8c be 7f"), view: "compare" },
  },
  {
    title: "Eight policies for ill-formed bytes",
    state: {
      ...bytes("61 e0 80 80 62 ed a0 80 63 f4 90 80 80 64 c3 ff 65 e2 82"),
      view: "bytes",
      policy: "replace-java",
    },
  },
  {
    title: "NDJSON with bad lines",
    state: {
      ...text(
        '{"id": 1, "tea": "Assam"}\n{"id": 2, "tea": "Dar\n{"id": 3, "tea": "Keemun"}\n{"id": 04}\n{"id": 5}\n',
      ),
      view: "check",
      format: "ndjson",
    },
  },
  { title: "A string of 64 MB in slices", state: { view: "check", format: "json" }, file: longString },
  {
    title: "Ion to JSON, with its losses",
    state: {
      ...text(
        "// a parcel\nparcel::{\n  id: 17,\n  sent: 2026-03-01T10:20Z,\n  weight: 1.250,\n  label: {{ aGVsbG8= }},\n" +
          "  tags: [fragile, 'hand made'],\n  note: null.string,\n}\n",
      ),
      view: "convert",
      action: "ion-json",
    },
  },
  {
    title: "JSON that is safe in a script element",
    state: {
      ...text("</script><script>alert(`${1}`)</script>\u2028 it's & \u202etxt.exe"),
      view: "bytes",
      profile: "script",
    },
  },
  {
    title: "Canonical JSON",
    state: {
      ...text('{"b": 1e3, "a": [1.0, -0, 0.000001, 1E30], "\\u00e9": "\\u20ac", "A": "\\/"}'),
      view: "convert",
      action: "canonical",
    },
  },
  {
    title: "JSON in JSON in JSON",
    state: {
      ...text('"{\\"event\\":\\"{\\\\\\"id\\\\\\":17,\\\\\\"name\\\\\\":\\\\\\"caf\\u00e9\\\\\\"}\\"}"'),
      view: "convert",
      action: "peel",
    },
  },
  {
    title: "An error that explains itself",
    state: {
      ...bytes(
        "7b 0a 20 20 22 6e 61 6d 65 22 3a 20 22 63 61 66 e9 22 2c 0a 20 20 22 73 69 7a 65 22 3a 20 31 0a 7d 0a",
      ),
      view: "check",
      format: "json",
    },
  },
];

/** Whether the engine can show an example. */
export const canShow = ({ formats, actions }: Pick<Engine, "formats" | "actions">, { state }: Example): boolean =>
  formats.includes((state.format ?? formats[0]) as Format) &&
  actions.includes((state.action ?? actions[0]) as Action);

/** What an example sets: all of its state, and the usual choices for the rest. */
export const stateOf = (example: Example): State => ({ ...initial, ...example.state });

/** One JSON string of 64 MB, made of a piece that the browser does not copy. */
function longString(): File {
  const piece = new Blob(["All leaves are counted, none is stored. ".repeat(25_000)]);
  return new File(['"', ...Array<Blob>(64).fill(piece), '"\n'], "long-string.json");
}
