/** A pane of a real tmux with a shell in it: typed into, read, resized, and heard byte by byte. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";

export interface PaneOptions {
  readonly columns: number;
  readonly rows: number;
  readonly cwd: string;
  /** Over a few of this process: PATH, LANG. */
  readonly env: Readonly<Record<string, string>>;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface Pane {
  /** A line for the shell. */
  readonly run: (line: string) => Promise<void>;
  /** Characters as they are typed, one after the other. */
  readonly type: (text: string) => Promise<void>;
  /** Keys by tmux's names: `Enter`, `Escape`, `C-c`, `M-Up`, `BTab`, `PPage`. */
  readonly press: (...keys: string[]) => Promise<void>;
  /** Bytes as a terminal sends them, such as those of a mouse. */
  readonly send: (bytes: string) => Promise<void>;
  /** In brackets, when the program asked for them. */
  readonly paste: (text: string) => Promise<void>;
  /** What is seen, without blanks at the ends of lines. */
  readonly screen: () => Promise<string>;
  /** The same with its colours, as SGR. */
  readonly painted: () => Promise<string>;
  /** The scrollback and the screen below it. */
  readonly everything: () => Promise<string>;
  /** Waits until the screen shows it, and gives back the screen. Fails with what is seen instead. */
  readonly until: (what: What, withinMs?: number) => Promise<string>;
  /** Likewise, the scrollback being looked at as well. */
  readonly untilAnywhere: (what: What, withinMs?: number) => Promise<string>;
  readonly resize: (size: Size) => Promise<void>;
  /** tmux's own variables, such as `alternate_on`. */
  readonly facts: <Name extends string>(...names: readonly Name[]) => Promise<Readonly<Record<Name, string>>>;
  /** Every byte that was written to the terminal so far. */
  readonly written: () => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

export type What = string | RegExp | ((text: string) => boolean);

const run = promisify(execFile);

/** How often a screen is looked at that is waited for, and how long. */
const lookMs = 40;
const patienceMs = 30_000;

let panes = 0;

export const pane = async ({ columns, rows, cwd, env }: PaneOptions): Promise<Pane> => {
  const own = await mkdtemp(join(tmpdir(), "kelson-pane-"));
  const socket = join(own, "tmux");
  const heard = join(own, "written");
  const readline = join(own, "inputrc");
  // The shell's own brackets would be taken for the program's.
  await writeFile(readline, "set enable-bracketed-paste off\n");
  const { PATH = "", LANG = "C.UTF-8" } = process.env;
  const clean = { PATH, LANG, TERM: "xterm-256color", TMPDIR: tmpdir(), INPUTRC: readline, PS1: "$ ", ...env };
  const tmux = async (...words: readonly string[]): Promise<string> => {
    const { stdout } = await run("tmux", ["-S", socket, "-f", "/dev/null", ...words], {
      env: clean,
      maxBuffer: 2 ** 28,
    });
    return stdout;
  };
  const size = `-x ${columns} -y ${rows}`;
  const settings = ["status off", "history-limit 100000", "escape-time 0", "default-terminal tmux-256color"];
  const session = ["start-server", ...settings.map((one) => `set -g ${one}`), `new-session -d ${size}`].join(" ; ");
  await tmux(
    ...session.split(" "),
    "-c",
    cwd,
    "bash --norc --noprofile",
    ";",
    "pipe-pane",
    "-O",
    `exec cat > '${heard}'`,
  );
  const captured = async (...flags: readonly string[]): Promise<string> =>
    (await tmux("capture-pane", "-p", ...flags)).replaceAll(/[ \t]+$/gmu, "").trimEnd();
  const screen = (): Promise<string> => captured();
  const everything = (): Promise<string> => captured("-S", "-");
  const until =
    (look: () => Promise<string>) =>
    async (what: What, withinMs = patienceMs): Promise<string> => {
      const ends = performance.now() + withinMs;
      for (;;) {
        const text = await look();
        if (holds(what, text)) return text;
        if (performance.now() > ends)
          throw new Error(`${String(what)} was not seen within ${withinMs} ms; there is:\n${text}`);
        await wait(lookMs);
      }
    };
  const type = async (text: string): Promise<void> => void (await tmux("send-keys", "-l", "--", text));
  const press = async (...keys: string[]): Promise<void> => void (await tmux("send-keys", ...keys));
  return {
    run: async (line) => {
      await type(line);
      await press("Enter");
    },
    type,
    press,
    send: async (bytes) =>
      void (await tmux(
        "send-keys",
        "-H",
        ...[...Buffer.from(bytes)].map((byte) => byte.toString(16).padStart(2, "0")),
      )),
    paste: async (text) => {
      const file = join(own, `paste-${(panes += 1)}`);
      await writeFile(file, text);
      await tmux("load-buffer", file, ";", "paste-buffer", "-p", "-r", "-d");
    },
    screen,
    painted: () => tmux("capture-pane", "-p", "-e"),
    everything,
    until: until(screen),
    untilAnywhere: until(everything),
    resize: async (to) => void (await tmux("resize-window", "-x", String(to.columns), "-y", String(to.rows))),
    facts: async (...names) => {
      const line = await tmux("display", "-p", names.map((name) => `#{${name}}`).join("\t"));
      const values = line.replace(/\n$/u, "").split("\t");
      return Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""])) as Record<
        (typeof names)[number],
        string
      >;
    },
    written: () => readFile(heard).catch(() => Buffer.alloc(0)),
    close: async () => {
      await tmux("kill-server").catch(() => {});
      await rm(own, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};

const holds = (what: What, text: string): boolean => {
  if (typeof what === "string") return text.includes(what);
  return typeof what === "function" ? what(text) : what.test(text);
};
