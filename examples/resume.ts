/** Resume: a process is killed in the middle of its work, and another one goes on as if nothing had happened. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { agent } from "kelson";

const model = process.env["KELSON_MODEL"] ?? `scripted/${import.meta.dirname}/resume.json`;
const [, program = "", given] = process.argv;
const cwd = given ?? mkdtempSync(join(tmpdir(), "kelson-resume-"));

// A directory as the store makes sessions outlive their process.
const sailor = agent({ model, cwd, mode: "bypass", store: join(cwd, ".kelson") });
const logBook = (): string => readFileSync(join(cwd, "log.txt"), "utf8");

if (given === undefined) {
  const { stdout, signal } = spawnSync(process.execPath, [...process.execArgv, program, cwd], { encoding: "utf8" });
  console.log(`The process was ended by ${signal}, with this in its log book:\n${logBook()}`);
  const { text } = await sailor.resume(stdout.trim());
  console.log(`${text}\n${logBook()}`);
} else {
  for await (const event of sailor.run("Write three entries into log.txt, one command each.")) {
    if (event.type === "session.opened") console.log(event.session);
    if (event.type === "call.finished" && event.step === 2) process.kill(process.pid, "SIGKILL");
  }
}
