/** The terminal program on a pseudo-terminal, at a session of 10,000 events: its first frame, keys, updates, memory. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { heapOf } from "../heap.ts";
import { openBench } from "../kelson.ts";
import { longSession, session } from "../long-session.ts";
import { type Figure, inTurn, median } from "../measure.ts";
import type { ModelProcess } from "../model-process.ts";
import { terminal, type Terminal } from "../terminal.ts";

const root = join(import.meta.dirname, "..", "..");
const turns = 9;
const keys = 60;
const steps = { half: 1_000, whole: 2_000 };

/** The line above the input, as bytes. */
const input = Buffer.from("────────").toString("latin1");
/** The status line, as soon as the session has been read. */
const read = "tokens";
const frame = "\u001b[?2026h";

export const tui = async (_model: ModelProcess): Promise<Figure[]> => {
  const directory = mkdtempSync(join(tmpdir(), "kelson-tui-bench-"));
  const script = join(directory, "script.json");
  const short = join(directory, "short.json");
  const streamed = { text: `${"A few words. ".repeat(200)}The-end.`, chunk: 8, delayMs: 8 };
  // A scripted model answers the request that follows so many replies with the turn of that number.
  // Each face goes on with the session once.
  const turnsOf = (count: number) => [...Array.from({ length: count }, () => ({})), ...faces.map(() => streamed)];
  writeFileSync(script, JSON.stringify({ turns: turnsOf(steps.whole), prices: { input: 0, output: 0 } }));
  writeFileSync(short, JSON.stringify({ turns: [streamed], prices: { input: 0, output: 0 } }));
  for (const [name, count] of Object.entries(steps)) {
    const writing = openBench("http://127.0.0.1:9", join(directory, name));
    await longSession(writing, count, directory);
    await writing.runtime.close();
  }
  const goesOn = (name: string): string[] => (name === "none" ? [] : ["-r", session]);
  const kelson: StartKelson = (name, face, { node = [], model = short } = {}) => {
    const flags = [...flagsOf[face], "-m", `scripted/${model}`, ...goesOn(name)];
    return terminal({
      argv: [process.execPath, ...node, join(root, "bin/kelson"), "tui", ...flags],
      cwd: directory,
      env: { ...process.env, HOME: directory, KELSON_STATE_DIR: join(directory, name, "state") },
    });
  };
  const bare = (): Terminal =>
    terminal({ argv: [process.execPath, join(root, "bench/echo.ts")], cwd: directory, env: process.env });
  const figures: Figure[] = [];
  for (const face of faces) {
    figures.push(
      {
        name: `first frame, ${face}, a new session`,
        ...(await firstFrame(() => kelson("none", face), bare)),
        unit: "ms",
      },
      {
        name: `first frame, ${face}, 10,000 events`,
        ...(await firstFrame(() => kelson("whole", face), bare)),
        unit: "ms",
      },
      ...(await pressed(face, kelson("whole", face, { model: script }), bare())),
      await growth(face, kelson),
    );
  }
  rmSync(directory, { recursive: true, force: true });
  return figures;
};

const faces = ["inline", "fixed"] as const;
type Face = (typeof faces)[number];
const flagsOf = { inline: [], fixed: ["--fixed"] } as const satisfies Record<Face, readonly string[]>;

/** `node` are its flags. Only who is answered needs the long script, which takes a start 10 ms to read. */
type StartKelson = (
  name: string,
  face: Face,
  options?: { readonly node?: readonly string[]; readonly model?: string },
) => Terminal;

/** Somebody was there before, and left: code is compiled by then, and a long session's states are kept. */
const firstFrame = async (kelson: () => Terminal, bare: () => Terminal): Promise<{ kelson: number; bare: number }> => {
  const first = kelson();
  await first.shows(input);
  await first.leave();
  const until = async (at: Terminal, text: string): Promise<number> => {
    const ms = await at.shows(text);
    await at.close();
    return ms;
  };
  return inTurn(
    turns,
    () => until(kelson(), input),
    () => until(bare(), "ready> "),
  );
};

const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0;

const pressed = async (face: Face, kelson: Terminal, bare: Terminal): Promise<Figure[]> => {
  await kelson.shows(read);
  await bare.shows("ready> ");
  const taken = { kelson: [] as number[], bare: [] as number[], bytes: [] as number[] };
  for (let key = 0; key < keys; key += 1) {
    const letter = key % 6 === 5 ? " " : "k";
    const { ms, bytes } = await kelson.press(letter);
    taken.kelson.push(ms);
    taken.bytes.push(bytes);
    taken.bare.push((await bare.press(letter)).ms);
  }
  await kelson.press("\u0015");
  const frames = await updates(kelson);
  await kelson.close();
  await bare.close();
  const key = `median ${median(taken.kelson).toFixed(2)} and ${median(taken.bare).toFixed(2)} ms`;
  return [
    {
      name: `key to paint, ${face}, p95 of ${keys}`,
      kelson: p95(taken.kelson),
      bare: p95(taken.bare),
      unit: "ms",
      note: key,
    },
    { name: `bytes of a key, ${face}, p95`, kelson: p95(taken.bytes), unit: "B" },
    {
      name: `bytes of an update as a reply streams, ${face}, p95`,
      kelson: p95(frames),
      unit: "B",
      note: `median ${median(frames)} B of ${frames.length}`,
    },
  ];
};

/** The bytes of each frame while a reply streams. */
const updates = async (kelson: Terminal): Promise<number[]> => {
  const written = kelson.listen();
  await kelson.press("go on");
  kelson.write("\r");
  await kelson.shows("The-end.");
  return written()
    .split(frame)
    .slice(1)
    .map((text) => text.length);
};

/** Bytes of heap for each event between half of the session and the whole. */
const growth = async (face: Face, kelson: StartKelson): Promise<Figure> => {
  const heap = async (name: keyof typeof steps): Promise<number> => {
    const port = await freePort();
    const at = kelson(name, face, { node: [`--inspect=127.0.0.1:${port}`] });
    await at.shows(read);
    const bytes = await heapOf(port);
    await at.close();
    return bytes;
  };
  const events = (steps.whole - steps.half) * 5;
  const half = await heap("half");
  const whole = await heap("whole");
  return {
    name: `memory of an event, ${face}, from 5,000 to 10,000`,
    kelson: (whole - half) / events,
    unit: "B",
    note: `heap of ${(whole / 2 ** 20).toFixed(1)} MiB at 10,000`,
  };
};

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
