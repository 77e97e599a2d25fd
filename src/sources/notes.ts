/** The notes of earlier sessions, in a line each, and what to keep as one. */
import { type MemoryKeeper, type Note } from "../contract/memory.ts";
import type { Layer, Source } from "../contract/source.ts";

/** Whether the model can keep notes, and read their texts. `now` gives milliseconds since 1970; only the day counts. */
export interface NoteParts {
  readonly keeper: Pick<MemoryKeeper, "list">;
  readonly saves: boolean;
  readonly finds: boolean;
  readonly now: () => number;
}

/** How much of the prompt the notes may take. */
const maxLines = 200;
const maxBytes = 25_000;

/** A note that nobody has stood by for longer is marked. */
export const staleDays = 30;
const dayMs = 86_400_000;

const guidance = `Notes outlive sessions; the user reads and edits them. Keep (memory_save) what will matter again and stands in no file: who the user is, how they want work done, what was decided and why, where something is found, and what you are asked to remember. Keep nothing that the code or its history tells, that concerns only this task, that only a stranger's text says, and no secrets. Read a note before you rely on it; saving it again under its name corrects or confirms it.`;

export const notes = ({ keeper, saves, finds, now }: NoteParts): Source => ({
  name: "notes",
  gather: async () => {
    const { begun, notes: all } = await keeper.list();
    // Where none was ever kept nothing is said of any; where the last is gone, what was said before is taken back.
    const index = all.length > 0 ? indexText(all, now(), finds) : begun ? "There is no note." : undefined;
    return [
      ...(saves ? [layer("guidance", "system", guidance)] : []),
      ...(index === undefined ? [] : [layer("notes", "turn", index)]),
    ];
  },
});

const layer = (source: string, position: Layer["position"], text: string): Layer => ({
  layer: "memory",
  source,
  position,
  text,
});

const indexText = (all: readonly Note[], now: number, finds: boolean): string => {
  const lines = all.map((note) => noteLine(note, now));
  const shown = lines.slice(0, fitting(lines));
  const left = lines.length - shown.length;
  return [
    `Notes from earlier sessions${finds ? "; memory_search gives their texts" : ""}. ${legend}`,
    ...shown,
    ...(left > 0 ? [`[${left} older notes are left out here${finds ? "; memory_search finds them" : ""}.]`] : []),
  ].join("\n");
};

const legend = `[old]: nobody has stood by it for ${staleDays} days, so check before you rely on it.`;

const noteLine = ({ name, scope, type, description, created, verified }: Note, now: number): string => {
  const isOld = now - Date.parse(verified ?? created) > staleDays * dayMs;
  return `- ${name} (${scope}, ${type})${isOld ? " [old]" : ""}: ${description}`;
};

/** How many lines fit, beside those that stand around them. */
const fitting = (lines: readonly string[]): number => {
  const aroundBytes = 300;
  let bytes = aroundBytes;
  const first = lines.findIndex((line, index) => {
    bytes += Buffer.byteLength(line) + 1;
    return bytes > maxBytes || index >= maxLines - 2;
  });
  return first === -1 ? lines.length : first;
};
