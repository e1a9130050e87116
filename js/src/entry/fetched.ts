/**
 * Fetches and compiles a module: in one step if the server sends the type of WebAssembly, otherwise one after the
 * other.
 */
export async function compiled(asset: URL): Promise<WebAssembly.Module> {
  const response = await fetch(asset);
  if (!response.ok) throw new Error(`cannot load ${asset.href}: status ${response.status}`);
  const isTyped = response.headers.get("content-type") === "application/wasm";
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
