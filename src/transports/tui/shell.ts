/** Lines that begin with `!`: run at once, shown, and told to the model with the next message. */
import { cleanText } from "../terminal/clean.ts";
import { drawNote } from "./draw/note.ts";
import { linesOf, words } from "./draw/words.ts";
import { flow } from "./draw/flow.ts";
import type { Block, Drawing, Lines } from "./drawing.ts";
import { shellLine } from "./shell-line.ts";

export interface Shell {
  readonly run: (command: string) => Promise<void>;
  /** Gives back whether there was something to stop. */
  readonly stop: () => boolean;
  readonly live: (drawing: Drawing) => Lines;
  /** What was run since the last message, for the model; it is told once. */
  readonly told: () => string | undefined;
}

export interface ShellParts {
  readonly cwd: () => string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (block: Block) => void;
  readonly changed: () => void;
  readonly redact: (text: string) => string;
}

/** So much of an output is kept, in characters, and so many lines of it are shown. */
const maxOutput = 30_000;
const maxShown = 40;

export const shell = ({ cwd, env, print, changed, redact }: ShellParts): Shell => {
  let running: { readonly draw: (drawing: Drawing) => Lines; readonly stop: () => void } | undefined;
  let told: string[] = [];

  const draw = (command: string, output: string, drawing: Drawing): Lines => {
    const lines = linesOf(cleanText(output).trimEnd());
    const shown = drawing.open ? lines : lines.slice(-maxShown);
    return [
      ...flow([words("accent", "! "), words("text", command)], drawing),
      ...(shown.length < lines.length
        ? drawNote("note", `… ${lines.length - shown.length} lines before`, drawing)
        : []),
      ...shown.flatMap((line) => flow([words("dim", line)], drawing)),
    ];
  };
  return {
    run: async (command) => {
      if (command === "" || running !== undefined) return;
      let output = "";
      const onOutput = (text: string): void => {
        output = (output + text).slice(-maxOutput);
        changed();
      };
      const line = shellLine(command, { cwd: cwd(), env, onOutput });
      running = { draw: (drawing) => draw(command, output, drawing), stop: line.stop };
      changed();
      const ended = await line.ended.catch((error: unknown) => String(error));
      running = undefined;
      const end = ended === 0 ? "" : `ended with ${ended}`;
      print({
        draw: (drawing) => [
          ...draw(command, output, drawing),
          ...(end === "" ? [] : drawNote("warning", end, drawing)),
        ],
      });
      told.push(redact(`I ran \`${command}\` myself (${end === "" ? "it went well" : end}):\n\n${output.trimEnd()}`));
    },
    stop: () => {
      running?.stop();
      return running !== undefined;
    },
    live: (drawing) => running?.draw(drawing) ?? [],
    told: () => {
      const all = told;
      told = [];
      return all.length === 0 ? undefined : all.join("\n\n");
    },
  };
};
