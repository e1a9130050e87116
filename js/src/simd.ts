/** A module with one function that uses vectors of 128 bits: (i8x16.popcnt (i8x16.splat (i32.const 0))). */
const VECTORS = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** Whether this engine supports the instructions of the simd128 builds. */
export function hasVectors(): boolean {
  return WebAssembly.validate(VECTORS);
}
