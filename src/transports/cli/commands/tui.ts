/** `kelson tui`, and `kelson` alone on a terminal: a session on the screen. */
import { Option } from "commander";
import { KelsonError } from "../../../contract/error.ts";
import type { Theme } from "../../tui/theme.ts";
import { beginningOf } from "../chat/beginning-of.ts";
import type { Define } from "../define.ts";
import { addConfigurationFlags, addSessionFlags, type RunFlags } from "../flags.ts";
import { signalCodes } from "../result.ts";
import type { Surroundings } from "../surroundings.ts";

interface TuiFlags extends Omit<RunFlags, "outputFormat"> {
  readonly fixed?: boolean;
  readonly transcript: boolean;
  readonly theme?: string;
  readonly layout?: string;
  readonly screenReader?: boolean;
}

export const define: Define = (command, surroundings, end) => {
  command.argument("[message...]", "what is said first");
  addConfigurationFlags(addSessionFlags(command))
    .option("--fixed", "a full screen, in place of the scrollback")
    .option("--no-transcript", "a full screen leaves nothing in the scrollback")
    .option("--theme <name>", "how it looks")
    .option("--layout <regions>", "which regions are shown, in their order; -name alone hides one")
    .option("--screen-reader", "plain and linear")
    .addOption(new Option("--output-format <format>").hideHelp().default("text"));
  command.action(async (words: string[], flags: TuiFlags) => {
    if (!surroundings.stdin.terminal || !surroundings.stdout.terminal) {
      throw new KelsonError("bad_input", "kelson tui needs a terminal on standard input and output", {
        hint: 'In a script: kelson run "task", or kelson chat with a message a line.',
      });
    }
    end(await onScreen(surroundings, flags, words.join(" ").trim()));
  });
};

const onScreen = async (surroundings: Surroundings, flags: TuiFlags, message: string): Promise<number> => {
  const { env, cwd, redact } = surroundings;
  const notes: { level: "note" | "warning"; text: string }[] = [];
  const warned = { ...surroundings, warn: (text: string) => void notes.push({ level: "warning", text }) };
  const beginning = await beginningOf(warned, { ...flags, outputFormat: "text" });
  const { configuration } = beginning;
  const [{ tui }, { layoutOf }, { themes }, { depthOf }, { readChosenKeys }, { openDesk }] = await Promise.all([
    import("../../tui/tui.ts"),
    import("../../tui/layout.ts"),
    import("../../tui/theme/themes.ts"),
    import("../../tui/theme/paint.ts"),
    import("../../tui/input/chosen-keys.ts"),
    import("../chat/desk.ts"),
  ]);
  const layout = layoutOf(flags.layout ?? configuration.layout);
  const places = await (await surroundings.assemble()).screen({ configuration, cwd, env });
  const known = themes(places.themesDirectory);
  const depth = depthOf(env);
  const named = (background: Theme["for"]): Theme =>
    known.theme(flags.theme ?? configuration.theme ?? "default", background, depth);
  named("dark");
  const { chosen, faults } = await readChosenKeys(places.keysFile);
  const desk = await openDesk({
    surroundings: warned,
    beginning,
    themes: () => Promise.resolve(known.list.map((one) => known.theme(one.name, one.for, depth))),
  });
  try {
    for (const text of [...known.faults, ...faults]) notes.push({ level: "warning", text });
    notes.unshift({ level: "note", text: desk.place().chosen });
    const signal = await tui(desk, {
      face: flags.fixed ? "fixed" : "inline",
      keepsTranscript: flags.transcript,
      layout,
      theme: named,
      keys: chosen,
      plain: flags.screenReader ?? configuration.screenReader ?? false,
      notes,
      historyFile: flags.session ? places.historyFile : undefined,
      redact,
      isSecret: places.isSecret,
      goesOn: beginning.goesOn,
      message,
      onSignal: surroundings.onSignal,
    });
    return signal === undefined ? 0 : signalCodes[signal];
  } finally {
    const { id } = desk.place().session;
    if ((await desk.close()) && flags.session) surroundings.stderr.write(farewell(id));
  }
};

const farewell = (id: string): string => `session ${id}; kelson -r ${id} goes on\n`;
