/** `kelson replay`: recorded sessions rebuilt offline, held against today's prompt and tools, shown, or left at a step. */
import { createReadStream } from "node:fs";
import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Option } from "commander";
import { KelsonError, sentenceOf } from "../../../contract/error.ts";
import type { Runtime } from "../../../contract/runtime.ts";
import { cleanJson } from "../../terminal/clean.ts";
import type { Define } from "../define.ts";
import { findSession } from "../find-session.ts";
import { junit } from "../junit.ts";
import { differingLines } from "../sessions/differing-lines.ts";
import { type ReplayFlags, wayOf } from "../sessions/replay-flags.ts";
import { faultsOf, type Outcome, outcomeText } from "../sessions/replay-outcome.ts";
import { runAgainIn } from "../sessions/run-again-in.ts";
import { withRuntime } from "../store-command.ts";
import type { Surroundings } from "../surroundings.ts";

export const define: Define = (command, surroundings, end) => {
  command
    .argument("[what...]", "sessions, files that were exported, or directories of them; by default the latest session")
    .option("--check", "make the requests of the prompt, the tools and the rules that are here today")
    .addOption(
      new Option("--tools <which>", "run the calls again, in a copy of the directory that is thrown away").choices([
        "real",
      ]),
    )
    .option("--keep", "keep the copy that --tools real makes")
    .option("--junit <file>", "write the outcome as JUnit XML, too")
    .option("--json", "one JSON object a session")
    .option("--from <step>", "leave the record after a step, and go on live in a fork")
    .option("-m, --model <provider/model>", "the model that goes on from there, by default the session's own")
    .option("--copy <directory>", "let the fork work in a copy of the session's directory, which is made there")
    .option("--worktree", "let it work in a git worktree of its own, with all changes that are there now")
    .option("--speed <times>", "play the session on the screen, so many times as fast as it happened")
    .option("--state-dir <directory>", "where sessions are kept")
    .action(async (names: string[], flags: ReplayFlags) => end(await replay(surroundings, names, flags)));
};

const replay = async (surroundings: Surroundings, names: readonly string[], flags: ReplayFlags): Promise<number> => {
  wayOf(names, flags);
  const { speed, from } = flags;
  if (speed !== undefined) {
    const { playSession } = await import("../sessions/play.ts");
    return playSession(surroundings, names[0], { ...flags, speed });
  }
  if (from === undefined) return replayAll(surroundings, names, flags);
  const { replayLive } = await import("../sessions/replay-live.ts");
  return replayLive(surroundings, names[0], { ...flags, from });
};

const replayAll = async (surroundings: Surroundings, names: readonly string[], flags: ReplayFlags): Promise<number> => {
  const { stdout } = surroundings;
  const outcomes: Outcome[] = [];
  for (const name of names.length === 0 ? [undefined] : names) {
    const files = name === undefined ? undefined : await exportedIn(name);
    const ways = files?.map((file) => () => ofFile(surroundings, file, flags)) ?? [
      () => ofSession(surroundings, name, flags),
    ];
    for (const way of ways) {
      const outcome = await way();
      outcomes.push(outcome);
      stdout.write(flags.json ? `${cleanJson(JSON.stringify(outcome))}\n` : outcomeText(outcome));
    }
  }
  if (flags.junit !== undefined) await writeReport(flags.junit, outcomes);
  return outcomes.some((outcome) => faultsOf(outcome).length > 0) ? 1 : 0;
};

/** The files of a directory that was named, in order, or the file; undefined for what is neither. */
const exportedIn = async (name: string): Promise<readonly string[] | undefined> => {
  const found = await stat(name).catch(() => undefined);
  if (found === undefined) return undefined;
  if (!found.isDirectory()) return [name];
  const files = (await readdir(name)).filter((file) => file.endsWith(".jsonl")).toSorted();
  if (files.length > 0) return files.map((file) => join(name, file));
  throw new KelsonError("bad_input", `${name} holds no exported session (*.jsonl)`);
};

const ofSession = (surroundings: Surroundings, id: string | undefined, flags: ReplayFlags): Promise<Outcome> =>
  withRuntime(surroundings, flags, async (runtime) => {
    const found = await findSession(runtime, id);
    return { name: found.id, ...(await replayed(surroundings, runtime, found, flags)) };
  });

/** Kept in memory only: a recorded session is a test, and no session of whoever runs it. */
const ofFile = async (surroundings: Surroundings, file: string, flags: ReplayFlags): Promise<Outcome> => {
  const { env, cwd } = surroundings;
  const { withoutModel } = await surroundings.assemble();
  const configuration = await surroundings.configure({});
  // It was recorded where notes are kept, so the tools for them are among today's.
  const recording = { memory: true, ...configuration };
  const runtime = await withoutModel({ configuration: recording, cwd, env, saved: false, interactive: false });
  try {
    // What it worked on is, as far as anybody can tell, the directory that it is replayed in.
    return {
      name: file,
      ...(await replayed(surroundings, runtime, { id: await imported(runtime, file), cwd }, flags)),
    };
  } catch (error) {
    if (!(error instanceof KelsonError) || error.code === "interrupted") throw error;
    return { name: file, fault: error.message };
  } finally {
    await runtime.close();
  }
};

const replayed = async (
  surroundings: Surroundings,
  runtime: Runtime,
  session: { readonly id: string; readonly cwd: string },
  { check, tools, keep = false }: ReplayFlags,
): Promise<Omit<Outcome, "name">> => {
  const today = check ? { cwd: surroundings.cwd } : undefined;
  const requests = await runtime.replay(session.id, today);
  if (tools === undefined) return { replayed: requests };
  return { replayed: requests, again: await runAgainIn(surroundings, runtime, { ...session, keep }) };
};

const imported = async (runtime: Runtime, file: string): Promise<string> => {
  const input = createReadStream(file);
  try {
    return await runtime.import(createInterface({ input, crlfDelay: Infinity }));
  } catch (error) {
    if (error instanceof KelsonError) throw error;
    throw new KelsonError("bad_input", `${file} cannot be read: ${sentenceOf(error)}`, { cause: error });
  } finally {
    input.destroy();
  }
};

const writeReport = async (file: string, outcomes: readonly Outcome[]): Promise<void> => {
  const cases = outcomes.map((outcome) => ({
    name: outcome.name,
    failures: faultsOf(outcome).map(({ text, texts }) => ({ message: text, text: texts ? differingLines(texts) : "" })),
  }));
  await writeFile(file, junit("kelson replay", cases)).catch((error: unknown) => {
    throw new KelsonError("bad_input", `--junit ${file} cannot be written: ${sentenceOf(error)}`, { cause: error });
  });
};
