/** `kelson demo`: a scripted model mends a failing test in a scratch repository. Only the model's words are made up. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { cleanLine } from "../../terminal/clean.ts";
import { type Paint, painter } from "../../terminal/paint.ts";
import { shortId } from "../find-session.ts";
import type { Define } from "../define.ts";
import { addOutputFlags, type RunFlags } from "../flags.ts";
import { say } from "../say.ts";
import { mannerOf } from "../presenter.ts";
import type { Surroundings } from "../surroundings.ts";
import { withRuntime } from "../store-command.ts";
import { work } from "../work.ts";

const task = "The test fails. Find out why, mend it, and show me that it passes.";

export const define: Define = (command, surroundings, end) => {
  addOutputFlags(command).action(async (flags: RunFlags) => end(await demo(surroundings, flags)));
};

const demo = async (surroundings: Surroundings, flags: RunFlags): Promise<number> => {
  const { stderr, env } = surroundings;
  const paint = painter(stderr.terminal, env);
  const manner = mannerOf(flags, { details: true, echo: true });
  const talks = manner.format === "text" && !manner.quiet;
  const cwd = await scratchRepository(surroundings.packageRoot);
  if (talks) stderr.write(introduction(cwd, paint));
  const result = await work(surroundings, {
    flags: { ...flags, session: true },
    manner,
    prepare: async () => {
      const { stateDir } = await surroundings.configure({});
      const model = `scripted/${join(surroundings.packageRoot, "examples/demo/script.json")}`;
      return {
        configuration: { model, permissionMode: "bypass", ...(stateDir === undefined ? {} : { stateDir }) },
        cwd,
        open: async (runtime) => ({ session: await runtime.create({ cwd, title: "demo" }), isNew: true }),
        command: say(surroundings.newId(), task),
      };
    },
  });
  if (talks && result.session_id !== undefined) stderr.write(await farewell(surroundings, result.session_id, paint));
  return result.exit_code;
};

/** A copy of the demo's project, with a first commit where there is git. */
const scratchRepository = async (packageRoot: string): Promise<string> => {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "kelson-demo-")));
  await cp(join(packageRoot, "examples/demo/project"), directory, { recursive: true });
  const git = (...words: string[]) => promisify(execFile)("git", ["-C", directory, ...words]);
  try {
    await git("init", "-q");
    await git("add", "-A");
    const author = ["-c", "user.name=kelson", "-c", "user.email=kelson@localhost", "-c", "commit.gpgsign=false"];
    await git(...author, "commit", "-q", "-m", "A corner shop");
  } catch {
    // The demo shows the same without git.
  }
  return directory;
};

const introduction = (directory: string, paint: Paint): string =>
  [
    `${paint("bold", "kelson demo")}: the model's words come from a script, everything else is real.`,
    paint(
      "dim",
      `Scratch repository ${directory}; its calls run without asking (mode bypass), as nothing is at stake there.`,
    ),
    "",
    "",
  ].join("\n");

/** Checks the chain of what was just written, and says how to look at it. */
const farewell = (surroundings: Surroundings, id: string, paint: Paint): Promise<string> =>
  withRuntime(surroundings, {}, async (runtime) => {
    const verdict = await runtime.verify(id);
    const short = shortId(
      id,
      (await runtime.list()).map((session) => session.id),
    );
    // Under `npm start` there is no kelson on the path yet.
    const kelson = surroundings.env["npm_lifecycle_event"] === undefined ? "kelson" : "npx kelson";
    return [
      verdict.ok
        ? `${paint("green", "✓ chain verified")}${paint("dim", ` · ${verdict.lines} lines, head ${verdict.head.slice(0, 16)}…`)}`
        : `${paint("red", "✗ chain broken")} at seq ${verdict.seq}: ${cleanLine(verdict.problem)}`,
      "",
      `  ${kelson} sessions show ${short}   ${paint("dim", "what happened, once more")}`,
      `  ${kelson} audit list ${short}     ${paint("dim", "the log behind it")}`,
      `  ${kelson} audit verify ${short}   ${paint("dim", "the proof that nobody changed it")}`,
      `  ${kelson} run "your task"       ${paint("dim", "the same with a real model, in your directory")}`,
      "",
    ].join("\n");
  });
