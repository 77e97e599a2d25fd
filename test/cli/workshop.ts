/** The command line in this process: outputs that remember, a home of its own, the real parts behind it. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { assemble } from "../../src/assembly/assemble.ts";
import { textRedaction } from "../../src/assembly/redaction.ts";
import { keeper } from "../../src/configuration/keeper.ts";
import { readConfiguration } from "../../src/configuration/configuration.ts";
import { cli } from "../../src/transports/cli/program.ts";
import type { Input, Output, StopSignal, Surroundings } from "../../src/transports/cli/surroundings.ts";

export interface Turn {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly input: unknown }[];
  readonly delayMs?: number;
  readonly chunk?: number;
  readonly fail?: { readonly category: string; readonly message: string };
}

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Given {
  /** What is piped in; without it standard input is empty. */
  readonly stdin?: string;
  /** What the person at the terminal types; with it all three are terminals. */
  readonly typed?: readonly string[];
  /** Variables over the workshop's own. */
  readonly env?: Readonly<Record<string, string>>;
  readonly onSignal?: (send: (signal: StopSignal) => void) => void;
}

export interface Workshop {
  readonly home: string;
  readonly cwd: string;
  readonly state: string;
  /** Writes a script for the model; the name is what `-m` takes. */
  readonly script: (...turns: readonly Turn[]) => Promise<string>;
  readonly kelson: (argv: readonly string[], given?: Given) => Promise<Ended>;
}

export const workshop = async (): Promise<Workshop> => {
  const home = await mkdtemp(join(tmpdir(), "kelson-cli-"));
  const cwd = await mkdtemp(join(tmpdir(), "kelson-cwd-"));
  onTestFinished(async () => {
    // What was left at once may still be writing.
    for (const directory of [home, cwd]) await rm(directory, { recursive: true, force: true, maxRetries: 10 });
  });
  const env = { HOME: home, PATH: process.env["PATH"], NO_COLOR: "1", KELSON_STATE_DIR: join(home, "state") };
  let scripts = 0;
  return {
    home,
    cwd,
    state: env.KELSON_STATE_DIR,
    script: async (...turns) => {
      scripts += 1;
      const path = join(home, `script-${scripts}.json`);
      await writeFile(path, JSON.stringify({ turns, prices: { input: 1, output: 1 } }));
      return `scripted/${path}`;
    },
    kelson: async (argv, given = {}) => {
      const warn = (sentence: string): void => stderr.write(`! ${sentence}\n`);
      const listeners = new Set<(signal: StopSignal) => void>();
      const terminal = given.typed !== undefined;
      const environment = { ...env, ...given.env };
      const stdout = remembering(terminal);
      const stderr = remembering(terminal);
      const surroundings: Omit<Surroundings, "run"> = {
        argv,
        env: environment,
        cwd,
        stdin: typing(given),
        stdout,
        stderr,
        redact: textRedaction({}, environment),
        warn,
        version: "1.2.3",
        packageRoot: join(import.meta.dirname, "../.."),
        now: Date.now,
        newId: () => crypto.randomUUID(),
        onSignal: (listener) => {
          listeners.add(listener);
          given.onSignal?.((signal) => listeners.forEach((hear) => hear(signal)));
          return () => void listeners.delete(listener);
        },
        configure: (flags) => readConfiguration({ env: environment, cwd, flags, warn }),
        configuration: () => Promise.resolve(keeper({ env: environment, cwd, warn })),
        assemble: () => Promise.resolve(assemble),
      };
      return { code: await cli(surroundings), stdout: stdout.text(), stderr: stderr.text() };
    },
  };
};

export const remembering = (terminal: boolean, columns = 100): Output & { readonly text: () => string } => {
  const written: string[] = [];
  return {
    terminal,
    columns,
    closed: () => false,
    write: (text) => void written.push(text),
    text: () => written.join(""),
  };
};

/** A line that never comes: the person has stopped typing. */
export const silence = "(silence)";

const typing = ({ stdin = "", typed }: Given): Input => {
  const lines = [...(typed ?? stdin.split("\n").slice(0, -1))];
  return {
    terminal: typed !== undefined,
    all: () => Promise.resolve(stdin),
    line: async (signal) => {
      const line = lines.shift();
      if (line !== undefined && line !== silence) return line;
      if (line === undefined) return undefined;
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
      return undefined;
    },
  };
};
