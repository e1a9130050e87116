// Runs a program in the browser runtime of .NET, which Node can run too:
//
//   node run.mjs FRAMEWORK PROGRAM ARGUMENT...
//
// FRAMEWORK has dotnet.js; the assemblies beside PROGRAM are added to the ones that dotnet.js lists. Files and folders of
// STRINGMILL_FILES, one a line, are copied into the memory of the runtime under the same names. Its clock is the processor
// time of this process: benchmarks compare times, and other processes use the machine too.

import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { assembliesOf, files, variables } from "./beside.mjs";
import { runProgram } from "./program.js";

const [framework, program, ...args] = process.argv.slice(2);
const { dotnet } = await import(pathToFileURL(join(framework, "dotnet.js")));

globalThis.performance.now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

process.exitCode = await runProgram(dotnet, {
  program: basename(program),
  assemblies: assembliesOf(program),
  locate: (name) => pathToFileURL(join(dirname(program), name)).href,
  variables: variables(),
  files: files(),
}, args);
