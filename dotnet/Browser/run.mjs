// Runs a program in the browser runtime of .NET, which Node can run too:
//
//   node run.mjs FRAMEWORK PROGRAM ARGUMENT...
//
// FRAMEWORK has dotnet.js; the assemblies beside PROGRAM are added to the ones that dotnet.js lists. The runtime has files in memory
// alone, so files and folders of STRINGMILL_FILES, one a line, are copied there under the same names. Its clock is the processor
// time of this process: benchmarks compare times, and other processes use the machine too.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const [framework, program, ...args] = process.argv.slice(2);
const { dotnet } = await import(pathToFileURL(join(framework, "dotnet.js")));
const assemblies = readdirSync(dirname(program)).filter((name) => /\.(dll|exe)$/.test(name));

function locate(type, name, uri) {
  return assemblies.includes(name) ? pathToFileURL(join(dirname(program), name)).href : uri;
}

function copy(files, path) {
  if (!statSync(path).isDirectory()) {
    files.mkdirTree(dirname(path));
    files.writeFile(path, readFileSync(path));
    return;
  }
  for (const name of readdirSync(path)) copy(files, join(path, name));
}

globalThis.performance.now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const runtime = await dotnet
  .withConfig({
    mainAssemblyName: basename(program),
    globalizationMode: "invariant",
    resources: { assembly: assemblies.map((name) => ({ virtualPath: name, name })) },
    environmentVariables: Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith("STRINGMILL_"))),
  })
  .withResourceLoader(locate)
  .create();
for (const path of (process.env.STRINGMILL_FILES ?? "").split("\n").filter(Boolean)) copy(runtime.Module.FS, path);
process.exitCode = await runtime.runMain(basename(program), args);
