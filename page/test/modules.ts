export { openEngine } from "../src/package";
export { Refusal } from "../src/engine";
export { divide } from "../src/units";
export { hosts, ofThisBrowser } from "../src/hosts";
export { tableRow } from "../src/detail";
export * as facts from "../src/facts";
export * as state from "../src/state";
