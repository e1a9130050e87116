// Runs a program in the browser runtime of .NET, in a page of Chromium:
//
//   node page.mjs FRAMEWORK PROGRAM ARGUMENT...
//
// As run.mjs, over HTTP: a server on this machine has the page, the runtime, the program and the files. What the program writes
// comes back to the server, and so does its status; without one within ten minutes, it is 1.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join } from "node:path";
import { assembliesOf, paths, variables } from "./beside.mjs";

const [framework, program, ...args] = process.argv.slice(2);
const WAIT = 600_000;
const TYPES = { ".js": "text/javascript", ".json": "application/json", ".wasm": "application/wasm", ".html": "text/html" };
const known = paths();

const page = `<!doctype html><meta charset="utf-8"><title>StringMill</title><script type="module">
const say = (path, text) => fetch(path, { method: "POST", body: text });
const lines = [];
for (const level of ["log", "info", "warn", "error"]) console[level] = (...parts) => lines.push(parts.join(" "));
let status = 1;
try {
  const { dotnet } = await import("/framework/dotnet.js");
  const { runProgram } = await import("/program.js");
  const setup = await (await fetch("/setup")).json();
  const bytes = async (path, i) => [path, new Uint8Array(await (await fetch("/file/" + i)).arrayBuffer())];
  status = await runProgram(dotnet, {
    ...setup, locate: (name) => "/program/" + name, files: await Promise.all(setup.paths.map(bytes)),
  }, setup.args);
} catch (fault) {
  lines.push(String(fault.stack ?? fault));
}
await say("/end/" + status, lines.join("\\n") + "\\n");
</script>`;

const setup = { program: basename(program), assemblies: assembliesOf(program), variables: variables(), paths: known, args };

function find(url) {
  const [, kind, ...rest] = decodeURIComponent(url.split("?")[0]).split("/");
  const name = basename(rest.join("/"));
  switch (kind) {
    case "": return [".html", page];
    case "setup": return [".json", JSON.stringify(setup)];
    case "program.js": return [".js", readFileSync(new URL("program.js", import.meta.url))];
    case "framework": return [extname(name), readFileSync(join(framework, name))];
    case "program": return ["", readFileSync(join(dirname(program), name))];
    // The runtime comes from an application, whose initialisers are not there.
    case "_content": return [".js", ""];
    case "file": return ["", readFileSync(known[Number(name)])];
    default: return null;
  }
}

const folder = mkdtempSync(join(tmpdir(), "stringmill-page-"));
let chromium;

function end(status) {
  chromium.kill("SIGKILL");
  chromium.once("close", () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    process.exit(status);
  });
}

const server = createServer((request, response) => {
  if (request.url.startsWith("/end/")) {
    request.pipe(process.stdout, { end: false });
    request.once("end", () => {
      response.end();
      end(Number(request.url.slice(5)));
    });
    return;
  }
  let found = null;
  try {
    found = find(request.url);
  } catch (fault) {
    if (fault.code !== "ENOENT") throw fault;
  }
  response.writeHead(found ? 200 : 404, { "content-type": TYPES[found?.[0]] ?? "application/octet-stream" });
  response.end(found?.[1]);
});

server.listen(0, "127.0.0.1", () => {
  chromium = spawn("/usr/bin/chromium", ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
    `--user-data-dir=${folder}`, `http://127.0.0.1:${server.address().port}/`], { stdio: "ignore" });
  setTimeout(() => {
    console.error("the page gave no status within ten minutes");
    end(1);
  }, WAIT);
});
