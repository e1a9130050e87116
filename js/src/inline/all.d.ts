/** The modules with JSON and Ion in base64. Written by tools/js. */
export const scalar: string;
export const simd128: string;
