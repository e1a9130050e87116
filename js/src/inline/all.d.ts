/** The modules with JSON and Ion in base64. Written by tools/run js. */
export const scalar: string;
export const simd128: string;
