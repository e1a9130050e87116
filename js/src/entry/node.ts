import { hasVectors } from "../simd.js";

/** The tier of this process: the one that the environment variable `STRINGMILL_TIER` names, or the best. */
export function tierOfNode(): "simd128" | "scalar" {
  const named = process.env["STRINGMILL_TIER"];
  const best = hasVectors() ? "simd128" : "scalar";
  if (named === undefined || named === "" || named === best) return best;
  if (named === "scalar") return named;
  throw new Error(
    `STRINGMILL_TIER is '${named}', and this engine has ${best === "scalar" ? "scalar alone" : "scalar and simd128"}`,
  );
}
