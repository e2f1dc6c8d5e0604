// Jobs in (JSON lines: text, address, repeat), records out (JSON lines, in the order of the jobs).
// CPU time is this process's own, measured around parse and extraction; the least of `repeat` runs counts.
import { readFileSync } from "node:fs";
import { parseHTML } from "linkedom";
import { Defuddle } from "defuddle/node";

for (const name of ["log", "info", "debug"]) console[name] = console.error; // stdout is for records

const lines = readFileSync(0, "utf8").split("\n").filter(Boolean);
for (const [number, line] of lines.entries()) {
  const { text, address, repeat } = JSON.parse(line);
  let result = null;
  let cpu_ms = Infinity;
  try {
    for (let run = 0; run < repeat; run += 1) {
      const before = process.cpuUsage();
      const { document } = parseHTML(text);
      result = await Defuddle(document, address);
      const { user, system } = process.cpuUsage(before);
      cpu_ms = Math.min(cpu_ms, (user + system) / 1000);
    }
  } catch (error) {
    console.error(`${address}: ${error}`);
    continue;
  }
  const { title, author, published, content } = result;
  process.stdout.write(
    JSON.stringify({ number, title, author, published: published || null, content: content ?? "", cpu_ms }) + "\n",
  );
}
