/** Plug-ins made of a few lines, in a real world: with bubblewrap where it works, or with none. */
import { realpathSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { toolIn } from "../../src/extensions/installed-tools.ts";
import { manifestTool } from "../../src/extensions/manifest-tool.ts";
import { Paused } from "../../src/contract/host.ts";
import { textOf } from "../../src/contract/message.ts";
import type { ToolOutcome } from "../../src/contract/tool.ts";
import { holdsPrograms, type OpenWorld } from "../../src/contract/world.ts";
import { bubblewrap } from "../../src/worlds/bubblewrap.ts";
import { local } from "../../src/worlds/local.ts";

/** Why there is no bubblewrap here; undefined where there is. */
export const noBubblewrap = await bubblewrap({
  roots: [realpathSync(tmpdir())],
  writes: "read-only",
  env: process.env,
}).then(
  (launcher) => launcher.close().then(() => undefined),
  (error: Error) => error.message,
);

export const inSandbox: OpenWorld = local({ launcher: bubblewrap });
export const unheld: OpenWorld = local();

/** A manifest that is right, with other fields over it. */
export const manifestOf = (more: object = {}): Record<string, unknown> => ({
  name: "probe",
  version: "1.0.0",
  description: "A plug-in that a test made up.",
  command: ["./run"],
  permissions: ["none"],
  timeout: 20,
  input: { type: "object" },
  ...more,
});

/** A directory that is gone when the test is over. */
export const directory = async (): Promise<string> => {
  const made = await realpath(await mkdtemp(join(tmpdir(), "kelson-plugin-")));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
};

/** Writes a plug-in whose program `./run` is this script. */
export const plugin = async (script: string, manifest: object = {}, place?: string): Promise<string> => {
  const home = place ?? (await directory());
  await mkdir(home, { recursive: true });
  await writeFile(join(home, "tool.json"), JSON.stringify(manifestOf(manifest)));
  await writeFile(join(home, "run"), script, { mode: 0o755 });
  return home;
};

export interface Run {
  readonly outcome: ToolOutcome;
  readonly text: string;
  /** What whoever watches was shown. */
  readonly watched: string;
  readonly root: string;
}

export interface RunOptions {
  readonly manifest?: object;
  readonly input?: unknown;
  readonly open?: OpenWorld;
  readonly signal?: AbortSignal;
}

/** Runs a script as a plug-in, as a model's call would. */
export const runPlugin = async (script: string, options: RunOptions = {}): Promise<Run> => {
  const { manifest, input = {}, open = unheld, signal = new AbortController().signal } = options;
  return runIn(await plugin(script, manifest), { input, open, signal });
};

const runIn = async (home: string, { input, open, signal }: Required<Omit<RunOptions, "manifest">>): Promise<Run> => {
  const world = await open(await directory());
  onTestFinished(() => world.close());
  const sandbox = holdsPrograms(world.describe()) ? "on" : "off";
  const tool = manifestTool({ ...(await toolIn(home)), sandbox });
  const watched: string[] = [];
  const outcome = await tool
    .run(input, {
      call: "call-1",
      world: world.narrow({ effects: tool.effects, anywhere: false }),
      host: { ask: (question) => Promise.reject(new Paused(question)) },
      signal,
      output: (text) => void watched.push(text),
    })
    .catch((error: Error): ToolOutcome => ({ ok: false, category: "exception", message: error.message }));
  const text = outcome.ok ? textOf(outcome.parts) : outcome.message;
  return { outcome, text, watched: watched.join(""), root: world.root };
};
