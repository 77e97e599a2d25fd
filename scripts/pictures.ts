/** Draws assets/pictures/ from the real program: the demo on a terminal, each frame as an SVG. Run: node scripts/pictures.ts */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pane, type Pane } from "../test/tui/driven/pane.ts";
import { svg } from "./pictures/svg.ts";

const root = join(import.meta.dirname, "..");
const size = { columns: 96, rows: 32 };

/** A terminal with the demo's project in it. */
const withTerminal = async (work: (terminal: Pane) => Promise<void>): Promise<void> => {
  const home = await mkdtemp(join(tmpdir(), "kelson-picture-"));
  const cwd = join(home, "corner-shop");
  await cp(join(root, "examples/demo/project"), cwd, { recursive: true });
  await mkdir(join(cwd, ".git"));
  const script = JSON.parse(await readFile(join(root, "examples/demo/script.json"), "utf8")) as { turns: object[] };
  const turns = script.turns.map((turn) => ({ ...turn, delayMs: 1 }));
  await writeFile(join(home, "demo"), JSON.stringify({ ...script, turns }));
  const env = { HOME: home, XDG_STATE_HOME: join(home, "state"), COLORTERM: "truecolor" };
  const terminal = await pane({ ...size, cwd, env });
  try {
    await work(terminal);
  } finally {
    await terminal.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
};

/** What differs from run to run; `~` is what somebody at home would see. */
const steady = (painted: string): string =>
  painted
    .replaceAll(/\d{6}-\d{6}-[a-z\d]{6}/gu, "261122-120000-corner")
    .replaceAll(new RegExp(`${tmpdir()}/kelson-picture-\\w{6}`, "gu"), "~");

const take = async (terminal: Pane, name: string): Promise<void> => {
  await writeFile(join(root, "assets/pictures", `${name}.svg`), svg(steady(await terminal.painted()), size));
};

const start = async (terminal: Pane, flags: string): Promise<void> => {
  await terminal.run(`clear; ${process.execPath} ${join(root, "bin/kelson")} tui ${flags} -m scripted/$HOME/demo`);
  await terminal.until(/^─{10}/mu);
  await terminal.type("The test fails. Find out why, mend it, and show me that it passes.");
  await terminal.press("Enter");
};

await mkdir(join(root, "assets/pictures"), { recursive: true });

await withTerminal(async (terminal) => {
  await start(terminal, "--permission-mode bypass");
  await terminal.until(/nothing else changed[^]*done/u);
  await take(terminal, "inline");
});

await withTerminal(async (terminal) => {
  await start(terminal, "--fixed --permission-mode accept-edits");
  await terminal.until((screen) => screen.includes("npm test") && !/^─{10}/mu.test(screen));
  await take(terminal, "fixed");
});
