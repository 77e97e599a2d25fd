/** Commands about the model and how freely it works: which one, how long it thinks, which calls it may make unasked. */
import { mode, sampling } from "../../../contract/terms.ts";
import { pickModel } from "../pickers/pick-model.ts";
import { confirmed } from "../pickers/confirmed.ts";
import { pick } from "../pickers/pick.ts";
import type { Screen, ScreenCommand } from "../screen.ts";
import { oneOf } from "./one-of.ts";
import { sent } from "./sent.ts";
import { stopRun } from "./stop-run.ts";

const efforts = sampling.shape.effort.unwrap().options;

/** What each mode lets run; docs/policy.md has the whole. */
const modes: Readonly<Record<(typeof mode.options)[number], string>> = {
  "read-only": "whatever does more than read is denied",
  plan: "looks and plans; nothing is changed until you accept a plan",
  manual: "asks before every call, reads too",
  default: "reads unasked, asks before the rest",
  "accept-edits": "also edits files of the workspace unasked",
  auto: "also does unasked what the sandbox holds and can be undone",
  "dont-ask": "denies what would be asked about",
  bypass: "asks about nothing; only what is never allowed and your deny rules hold",
};

const modeNow = ({ board }: Screen): string => board()?.status.mode ?? "default";

const setMode = async (screen: Screen, to: (typeof mode.options)[number]): Promise<void> => {
  if (to === "bypass" && !(await confirmed(screen, "Let every call run unasked?"))) return;
  if (to !== modeNow(screen) && !(await sent(screen, { type: "set-mode", mode: to }))) return;
  screen.tell("note", `mode ${to}: ${modes[to]}`);
};

const model: ScreenCommand = {
  name: "model",
  takes: "[name]",
  about: "the model, or go on with another one",
  choices: async ({ desk }) => (await desk.models("")).map(({ name }) => ({ value: name })),
  run: async (screen, typed) => {
    const { desk } = screen;
    const name = typed === "" ? await pickModel(screen) : typed;
    if (name === undefined || name === desk.place().model || !(await stopRun(screen))) return;
    const { chosen } = await desk.switchModel(name);
    screen.moved();
    screen.tell("note", chosen);
  },
};

const think: ScreenCommand = {
  name: "think",
  takes: "[low|medium|high|show|hide]",
  about: "how long a reasoning model thinks, and whether you see it",
  choices: () => Promise.resolve([...efforts, "show", "hide"].map((value) => ({ value }))),
  run: async (screen, typed) => {
    const { desk } = screen;
    const now = desk.place();
    if (typed === "") {
      const shown = screen.drawing().open ? "shown" : "hidden";
      screen.tell(
        "note",
        `${now.model} thinks ${now.effort ?? "as its provider sees fit"}; what it thinks is ${shown}`,
      );
      return;
    }
    const wanted = oneOf("/think", typed, [...efforts, "show", "hide"]);
    if (wanted === "show" || wanted === "hide") {
      screen.setOpen(wanted === "show");
      return;
    }
    if (!(await stopRun(screen))) return;
    await desk.switchModel(now.model, { effort: wanted });
    screen.moved();
    screen.tell("note", `${now.model} thinks ${wanted} from the next run on`);
  },
};

const modeCommand: ScreenCommand = {
  name: "mode",
  takes: "[mode]",
  about: "how freely calls run",
  choices: () => Promise.resolve(mode.options.map((value) => ({ value, about: modes[value] }))),
  run: async (screen, typed) => {
    const rows = mode.options.map((value) => ({ value, label: value, about: modes[value] }));
    const at = rows.findIndex(({ value }) => value === modeNow(screen));
    const to =
      typed === ""
        ? await pick(screen, { title: "How freely calls run", rows, at })
        : oneOf("/mode", typed, mode.options);
    if (to !== undefined) await setMode(screen, to);
  },
};

const plan: ScreenCommand = {
  name: "plan",
  takes: "[on|off]",
  about: "look and plan first: nothing is changed until you accept a plan",
  choices: () => Promise.resolve([{ value: "on" }, { value: "off" }]),
  run: async (screen, typed) => {
    const wanted = typed === "" ? "on" : oneOf("/plan", typed, ["on", "off"]);
    if (wanted === "on") await setMode(screen, "plan");
    // Out of the plan, the strictest mode in which work is done: a freer one is for the person to say.
    else if (modeNow(screen) === "plan") await setMode(screen, "default");
  },
};

export const modelCommands: readonly ScreenCommand[] = [model, modeCommand, think, plan];
