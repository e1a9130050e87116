// Starts a program in the browser runtime of .NET: the part that is the same in Node and in a page.
//
// `dotnet` comes from dotnet.js. `assemblies` are added to the ones that dotnet.js lists; `locate` gives the address of one of them.
// The runtime has files in memory alone: `files` are pairs of a path and bytes.

function copy(system, path, bytes) {
  system.mkdirTree(path.replace(/\/[^/]*$/, ""));
  system.writeFile(path, bytes);
}

export async function runProgram(dotnet, { program, assemblies, locate, variables, files }, args) {
  const runtime = await dotnet
    .withConfig({
      mainAssemblyName: program,
      globalizationMode: "invariant",
      resources: { assembly: assemblies.map((name) => ({ virtualPath: name, name })) },
      environmentVariables: variables,
    })
    .withResourceLoader((type, name, uri) => (assemblies.includes(name) ? locate(name) : uri))
    .create();
  for (const [path, bytes] of files) copy(runtime.Module.FS, path, bytes);
  return runtime.runMain(program, args);
}
