// The module is part of the program text, in base64: for bundlers without assets, classic scripts, and pages of
// `file:`.

import * as modules from "../inline/all.js";
import { useInline } from "../inline/use.js";

/** Fulfilled when operations can be called: at once, but for main threads that compile nothing synchronously. */
export const ready: Promise<void> = useInline(modules, true);
export * from "../index-all.js";
