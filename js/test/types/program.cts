// The same for CommonJS.

import stringmill = require("stringmill");
import strings = require("stringmill/strings");

export const made: Uint8Array = stringmill.jsonEscape("a");
export const type: string | null = new stringmill.IonReader(strings.jsonEscape("b")).next();
