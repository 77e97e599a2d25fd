/** A rewind as people read it: what it would do before it is done, and what came of it. */
import type { FilesRestored, Kept, KeptReason } from "../../../contract/checkpoint.ts";
import type { RewindPoint, Rewound } from "../../../contract/rewind.ts";
import { cleanLine } from "../../terminal/clean.ts";
import { age, counted } from "../../terminal/figures.ts";
import { tableText } from "../table-text.ts";
import { changeLine } from "./changes-text.ts";

const mostNamed = 40;

const reasons: Readonly<Record<KeptReason, string>> = {
  edited: "somebody edited it meanwhile; --replace-edited puts it back, too",
  asked: "it was to be left alone",
  "left-out": "no snapshot holds it",
  ignored: "git ignored it then",
  "in-the-way": "something that stays is there",
  changed: "it changed just now",
  failed: "the system refused",
};

export const previewText = ({ directory, step, files }: Rewound, conversation: boolean): string => {
  const to = step === undefined ? "before it was put back" : whenOf(step);
  const talk = conversation ? `The conversation would go on ${to}, in a new session; this one stays as it is.\n` : "";
  if (files === undefined) return talk;
  return `${talk}${plannedText(files, `Files in ${cleanLine(directory)}, as they were ${to}:`)}`;
};

export const doneText = (rewound: Rewound): string => {
  const { fork } = rewound;
  return `${filesText(rewound)}${fork === undefined ? "" : `go on with: kelson run -r ${fork} "what is to be done"\n`}`;
};

/** Of the files alone: empty where none was to be put back. */
export const filesText = ({ files, session }: Rewound): string =>
  files === undefined
    ? ""
    : `${counted(files.changed.length, "path")} put back; kelson rewind --undo ${session} undoes it\n${keptText({ ...files, kept: files.kept.filter(isNews) })}`;

/** What a preview could not know. */
const isNews = ({ why }: Kept): boolean => why === "changed" || why === "failed";

export const pointsText = (points: readonly RewindPoint[], now: number, columns: number): string => {
  const rows = points.map(({ step, at, said, files }) => [
    String(step),
    age(Math.max(0, now - at)),
    files === 0 ? "" : String(files),
    said,
  ]);
  return tableText([["STEP", "AGE", "FILES", "AFTER THE MESSAGE"], ...rows], columns);
};

const whenOf = (step: number): string => (step === 0 ? "before the first step" : `after step ${String(step)}`);

const plannedText = (files: FilesRestored, head: string): string => {
  const { changed, edited } = files;
  if (changed.length === 0) return `${head}\n  nothing to put back\n${keptText(files)}`;
  const replaced = new Set(edited);
  const lines = changed
    .slice(0, mostNamed)
    .map((change) => `${changeLine(change)}${replaced.has(change.path) ? "  (somebody edited it meanwhile)" : ""}\n`);
  return `${head}\n${lines.join("")}${more(changed.length)}${keptText(files)}`;
};

const keptText = ({ kept }: FilesRestored): string => {
  if (kept.length === 0) return "";
  const lines = kept
    .slice(0, mostNamed)
    .map(({ path, why, error }) => `  ${cleanLine(path)}: ${reasons[why]}${error ? ` (${cleanLine(error)})` : ""}\n`);
  return `Left as they are:\n${lines.join("")}${more(kept.length)}`;
};

const more = (count: number): string => (count > mostNamed ? `  … ${String(count - mostNamed)} more\n` : "");
