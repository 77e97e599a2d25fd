/** Commands that look at the session or change how the screen looks. */
import { policy } from "../../../folds/policy.ts";
import { stateOf, status } from "../../../folds/status/status.ts";
import { costOf, usage } from "../../../folds/usage.ts";
import { count, counted, money } from "../../terminal/figures.ts";
import { viewLog } from "../log-viewer/log-viewer.ts";
import { pickTheme } from "../pickers/pick-theme.ts";
import type { Screen, ScreenCommand } from "../screen.ts";
import { rowsText } from "../viewers/rows-text.ts";
import { showText } from "../viewers/show-text.ts";
import { oneOf } from "./one-of.ts";
import { sent } from "./sent.ts";

const statusCommand: ScreenCommand = {
  name: "status",
  about: "where the session stands: model, mode, sandbox, tokens, cost",
  run: async (screen) => showText(screen, { title: "/status", text: await statusText(screen) }),
};

const statusText = async ({ desk, board }: Screen): Promise<string> => {
  const { session, runtime, model, chosen, effort, cwd } = desk.place();
  const [now, took, held] = await Promise.all([session.read(status), session.read(usage), session.read(policy)]);
  const { input, output, cacheRead } = took.total;
  return rowsText([
    ["session", session.id],
    ["title", board()?.transcript.title ?? "not named yet"],
    ["directory", cwd],
    ["kept in", runtime.durable ? runtime.place : `${runtime.place}, and gone when you leave`],
    ["model", model],
    ["chosen", chosen],
    ["thinks", effort ?? "as its provider sees fit"],
    ["mode", now.mode],
    ["sandbox", held.sandbox],
    ["state", stateOf(now)],
    [
      "took",
      `${counted(now.step, "step")}, ${count(input)} tokens in (${count(cacheRead)} cached), ${count(output)} out`,
    ],
    ["cost", money(costOf(took.total))],
    ["waiting", counted(now.queue.length, "message")],
    ["Kelson", desk.version],
  ]);
};

const compact: ScreenCommand = {
  name: "compact",
  takes: "[focus]",
  about: "put a summary in the place of old messages; it keeps what you name",
  run: async (screen, focus) => {
    const { settings } = await screen.desk.place().session.read(status);
    if (settings === null) screen.tell("note", "nothing has been done yet that could be summed up");
    else await sent(screen, { type: "compact", focus });
  },
};

const log: ScreenCommand = {
  name: "log",
  about: "the raw log of the session: it follows, is searched, and is verified",
  run: viewLog,
};

const theme: ScreenCommand = {
  name: "theme",
  takes: "[name]",
  about: "how the screen looks",
  choices: async ({ desk }) =>
    (await desk.themes()).map(({ name, for: background }) => ({ value: name, about: `for ${background} terminals` })),
  run: async (screen, typed) => {
    const { desk } = screen;
    if (typed === "") {
      const chosen = await pickTheme(screen);
      if (chosen !== undefined) await desk.keepTheme(chosen.name);
      return;
    }
    const themes = await desk.themes();
    const names = themes.map(({ name }) => name);
    const wanted = oneOf("/theme", typed, names);
    const named = themes.filter(({ name }) => name === wanted);
    // One name may stand for two: the one for the terminal as it is.
    const found = named.find((one) => one.for === screen.theme().for) ?? named[0];
    if (found !== undefined) screen.setTheme(found);
    await desk.keepTheme(wanted);
  },
};

const details: ScreenCommand = {
  name: "details",
  takes: "[on|off]",
  about: "show thinking, whole inputs, outputs and diffs, or hide them",
  choices: () => Promise.resolve([{ value: "on" }, { value: "off" }]),
  run: async (screen, typed) => {
    const open = typed === "" ? !screen.drawing().open : oneOf("/details", typed, ["on", "off"]) === "on";
    screen.setOpen(open);
    screen.tell("note", open ? "details are shown" : "details are hidden");
  },
};

export const lookCommands: readonly ScreenCommand[] = [statusCommand, compact, log, theme, details];
