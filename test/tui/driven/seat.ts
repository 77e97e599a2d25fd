/** A seat before the real program: a home and a project of its own, a model that says what it is told, a terminal. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { modelServer, type ModelServer, type ServedRequest } from "../../../src/testing/model-server/server.ts";
import type { Reply } from "../../../src/testing/model-server/reply.ts";
import { leftOn } from "./modes.ts";
import { pane, type Pane, type Size } from "./pane.ts";

export type FaceName = "inline" | "fixed";

export const faces = ["inline", "fixed"] as const satisfies readonly FaceName[];

/** One reply of a scripted model; see src/providers/script.ts. */
export interface Turn {
  readonly text?: string;
  readonly reasoning?: string;
  readonly calls?: readonly { readonly name: string; readonly input: unknown }[];
  readonly chunk?: number;
  readonly delayMs?: number;
}

export interface Seat extends Pane {
  readonly home: string;
  readonly cwd: string;
  /** Writes a script; gives back what `-m` takes. */
  readonly script: (...turns: readonly Turn[]) => Promise<string>;
  /** A model server that is told what to answer; `flags` name it to the program. */
  readonly model: (reply: (request: ServedRequest) => Reply | Promise<Reply>) => Promise<Model>;
  /** Waits for a call to be asked about in place of the input. */
  readonly asked: (what: string) => Promise<string>;
  /** Waits for the input to be there again. */
  readonly atInput: () => Promise<string>;
  /** Types a message and sends it. */
  readonly say: (text: string) => Promise<void>;
  /** Starts the program; `flags` as in a shell. */
  readonly start: (face: FaceName, flags: string) => Promise<void>;
  /** Starts it and waits for its input. */
  readonly kelson: (face: FaceName, flags: string) => Promise<void>;
  /** Waits for the end of the program, for its exit code, and for the shell to be as it was before. */
  readonly ended: () => Promise<number>;
}

export interface Model extends ModelServer {
  readonly flags: string;
}

/** The lines around the input. */
const frame = /^─{10}/mu;

export const root = join(import.meta.dirname, "../../..");

export const noTmux = ((): string | undefined => {
  try {
    execFileSync("tmux", ["-V"]);
    return undefined;
  } catch {
    return "tmux is not installed";
  }
})();

export const seat = async (size: Size = { columns: 100, rows: 30 }): Promise<Seat> => {
  const home = await mkdtemp(join(tmpdir(), "kelson-tui-"));
  const cwd = join(home, "project");
  await cp(join(root, "examples/demo/project"), cwd, { recursive: true });
  await mkdir(join(cwd, ".git"));
  const env = { HOME: home, XDG_STATE_HOME: join(home, "state"), ANTHROPIC_API_KEY: "none" };
  const terminal = await pane({ ...size, cwd, env });
  onTestFinished(async () => {
    await terminal.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });
  let scripts = 0;
  let ends = 0;
  // Its size may have changed meanwhile.
  const settings = async (name: string): Promise<string> =>
    (await readFile(join(home, name), "utf8")).replace(/rows \d+; columns \d+;/u, "");
  const start = async (face: FaceName, flags: string): Promise<void> => {
    ends += 1;
    const program = `${process.execPath} ${join(root, "src/main.ts")} tui ${face === "fixed" ? "--fixed " : ""}${flags}`;
    // In a file, so that the screen has only what the program writes.
    await writeFile(
      join(home, "begin"),
      `trap : INT\nstty -a > ~/before\nclear; echo above-the-program\n${program}\ncode=$?\nstty -a > ~/after || stty -a > ~/after\necho "ended-${ends} with $code"\n`,
    );
    await terminal.run(". ~/begin");
  };
  /** What a program that has ended left otherwise than it was. */
  const changed = async (): Promise<readonly string[]> => {
    const { alternate_on, cursor_flag, mouse_any_flag, wrap_flag } = await terminal.facts(
      ...(["alternate_on", "cursor_flag", "mouse_any_flag", "wrap_flag"] as const),
    );
    return [
      ...leftOn((await terminal.written()).toString("latin1")),
      ...(alternate_on === "0" && cursor_flag === "1" && mouse_any_flag === "0" && wrap_flag === "1"
        ? []
        : [`tmux: ${[alternate_on, cursor_flag, mouse_any_flag, wrap_flag].join(" ")}`]),
      ...((await settings("before")) === (await settings("after")) ? [] : [`stty: ${await settings("after")}`]),
    ];
  };
  return {
    ...terminal,
    home,
    cwd,
    script: async (...turns) => {
      const path = join(home, `script-${(scripts += 1)}.json`);
      await writeFile(path, JSON.stringify({ turns, prices: { input: 0, output: 0 }, window: 200_000 }));
      return `scripted/${path}`;
    },
    model: async (reply) => {
      const server = await modelServer({ dialect: "anthropic", reply });
      onTestFinished(server.close);
      return { ...server, flags: `-m anthropic/bench --base-url ${server.url}` };
    },
    asked: (what) => terminal.until((screen) => screen.includes(what) && !frame.test(screen)),
    atInput: () => terminal.until(frame),
    say: async (text) => {
      await terminal.type(text);
      await terminal.press("Enter");
    },
    start,
    kelson: async (face, flags) => {
      await start(face, flags);
      await terminal.until(frame);
    },
    ended: async () => {
      // A Ctrl-C that came too late for the program is told by the terminal.
      const end = new RegExp(`^(?:\\^C)*ended-${ends} with (\\d+)`, "mu");
      const screen = await terminal.until(end);
      // What was written is heard a moment after it is seen.
      await vi.waitFor(async () => {
        const left = await changed();
        if (left.length > 0) throw new Error(`the terminal was left with ${left.join(", ")}; there is:\n${screen}`);
      }, 5000);
      // The prompt is usable.
      await terminal.run(`echo usable-$((${ends} + 41))`);
      await terminal.until(`usable-${ends + 41}`);
      return Number(end.exec(screen)?.[1]);
    },
  };
};
