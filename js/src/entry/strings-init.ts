// Nothing is loaded: the caller has the module. Without await at the top level, as service workers need it.

export { init } from "../init.js";
export * from "../index-strings.js";
