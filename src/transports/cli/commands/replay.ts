/** `kelson replay`: every request of recorded sessions rebuilt offline, as it was, or with today's prompt and tools. */
import { createReadStream } from "node:fs";
import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { KelsonError, sentenceOf } from "../../../contract/error.ts";
import type { Runtime } from "../../../contract/runtime.ts";
import { cleanJson } from "../../terminal/clean.ts";
import type { Define } from "../define.ts";
import { findSession } from "../find-session.ts";
import { junit } from "../junit.ts";
import { differingLines } from "../sessions/differing-lines.ts";
import { playSession } from "../sessions/play.ts";
import { faultsOf, type Outcome, outcomeText } from "../sessions/replay-outcome.ts";
import { type StoreFlags, withRuntime } from "../store-command.ts";
import type { Surroundings } from "../surroundings.ts";

interface ReplayFlags extends StoreFlags {
  readonly check?: boolean;
  readonly junit?: string;
  readonly json?: boolean;
}

export const define: Define = (command, surroundings, end) => {
  command
    .argument("[what...]", "sessions, files that were exported, or directories of them; by default the latest session")
    .option("--check", "make the requests of the prompt, the tools and the rules that are here today")
    .option("--speed <times>", "play the session on the screen, so many times as fast as it happened")
    .option("--junit <file>", "write the outcome as JUnit XML, too")
    .option("--json", "one JSON object a session")
    .option("--state-dir <directory>", "where sessions are kept")
    .action(async (names: string[], { speed, ...flags }: ReplayFlags & { readonly speed?: string }) => {
      if (speed === undefined) end(await replayAll(surroundings, names, flags));
      else await playSession(surroundings, names[0], { ...flags, speed });
    });
};

const replayAll = async (surroundings: Surroundings, names: readonly string[], flags: ReplayFlags): Promise<number> => {
  const { stdout, cwd } = surroundings;
  const today = flags.check ? { cwd } : undefined;
  const outcomes: Outcome[] = [];
  for (const name of names.length === 0 ? [undefined] : names) {
    const files = name === undefined ? undefined : await exportedIn(name);
    const ways = files?.map((file) => () => ofFile(surroundings, file, today)) ?? [
      () => ofSession(surroundings, name, flags, today),
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

type Today = { readonly cwd: string } | undefined;

const ofSession = (
  surroundings: Surroundings,
  id: string | undefined,
  flags: ReplayFlags,
  today: Today,
): Promise<Outcome> =>
  withRuntime(surroundings, flags, async (runtime) => {
    const found = await findSession(runtime, id);
    return { name: found.id, replayed: await runtime.replay(found.id, today) };
  });

/** Kept in memory only: a recorded session is a test, and no session of whoever runs it. */
const ofFile = async (surroundings: Surroundings, file: string, today: Today): Promise<Outcome> => {
  const { env, cwd } = surroundings;
  const { withoutModel } = await surroundings.assemble();
  const configuration = await surroundings.configure({});
  // It was recorded where notes are kept, so the tools for them are among today's.
  const recording = { memory: true, ...configuration };
  const runtime = await withoutModel({ configuration: recording, cwd, env, saved: false, interactive: false });
  try {
    return { name: file, replayed: await runtime.replay(await imported(runtime, file), today) };
  } catch (error) {
    if (!(error instanceof KelsonError)) throw error;
    return { name: file, fault: error.message };
  } finally {
    await runtime.close();
  }
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
