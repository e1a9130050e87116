// Modules that the build makes.

declare module "spec:facts" {
  export const version: string;
  export const profiles: import("./facts").Profile[];
  export const policies: import("./facts").Named[];
}

declare module "spec:names" {
  const compressed: string;
  export default compressed;
}

declare module "spec:module" {
  const compressed: string;
  export default compressed;
}
