/** A call that waits for a person: what it would do, which rule a longer yes adds, and which keys answer. */
import type { CallItem } from "../../../folds/transcript-item.ts";
import { cleanText } from "../../terminal/clean.ts";
import { counted } from "../../terminal/figures.ts";
import type { Drawing, Lines } from "../drawing.ts";
import { drawDiff } from "./diff.ts";
import { flow, within } from "./flow.ts";
import type { Fold } from "./folding.ts";
import { drawInput } from "./input.ts";
import { drawMarkdown } from "./markdown.ts";
import { drawProse } from "./prose.ts";
import { readDiff } from "./read-diff.ts";
import { span, type Span } from "./span.ts";
import { words } from "./words.ts";

/** What a key does; the face wires them, and leaves out what cannot be done. */
export interface AskKey {
  /** As a person reads it, such as `y`. */
  readonly key: string;
  readonly does: "yes" | "no" | "session" | "always" | "edit" | "explain";
}

/** As they are unless a person changes them. */
export const askKeys: readonly AskKey[] = [
  { key: "y", does: "yes" },
  { key: "n", does: "no" },
  { key: "s", does: "session" },
  { key: "a", does: "always" },
  { key: "e", does: "edit" },
  { key: "?", does: "explain" },
];

/** Empty when the call asks nothing. For a question the keys are its options, by number, and text that is typed. */
export const drawAsk = (item: CallItem, drawing: Drawing, keys: readonly AskKey[] = askKeys): Lines => {
  const { ask } = item;
  if (ask === undefined) return [];
  const bar = drawing.plain ? [] : [span("warning", "┃ ")];
  return within({ first: bar, rest: bar }, drawing, (inner) =>
    ask.kind === "question" ? questionLines(item, inner) : approvalLines(item, inner, keys),
  );
};

/** What is approved has to be seen: what is left out all the same is said loudly. */
const fold: Fold = { most: 40, left: "error" };
const indent = [span("text", "  ")];

const approvalLines = (item: CallItem, drawing: Drawing, keys: readonly AskKey[]): Lines => {
  const { preview = "", rule = "", grant, question = "" } = item.ask ?? {};
  const effects = item.effects?.join(", ") ?? "";
  const head = [
    span("warning", "May "),
    words("tool", item.name),
    span("warning", " run?"),
    ...(effects === "" ? [] : [span("dim", "  It would "), words("effect", effects)]),
  ];
  return [
    ...flow(head, drawing),
    ...drawProse({ text: question, role: "text", margin: indent }, drawing),
    ...subjectLines(item, preview, drawing),
    ...unseen([preview, JSON.stringify(item.input) ?? ""], drawing),
    ...(rule === "" ? [] : flow([words("dim", `asked because of: ${rule}`)], drawing, margins)),
    ...keyLines(keys, grant, drawing),
  ];
};

const margins = { first: indent, rest: indent };

/** A diff says it all; of other calls the command and all arguments are shown, and then what else was told. */
const subjectLines = ({ input, subject }: CallItem, preview: string, drawing: Drawing): Lines => {
  const { files, others } = readDiff(cleanText(preview));
  if (files.length > 0)
    return within(margins, drawing, (inner) => [
      ...drawDiff(preview, inner, { ...fold, named: true }),
      ...drawProse({ text: others.join("\n"), role: "warning", margin: [] }, inner),
    ]);
  const { command, rest } = input === undefined ? { command: subject, rest: undefined } : parted(input);
  const told = preview.startsWith(command) ? preview.slice(command.length) : preview;
  return [
    ...drawProse({ text: command, role: "code", margin: indent, fold, code: true }, drawing),
    ...drawInput(rest, drawing, indent, fold),
    ...drawProse({ text: told, role: "text", margin: indent, fold, code: true }, drawing),
  ];
};

/** The command of an input, or nothing, and its other arguments. */
const parted = (input: unknown): { readonly command: string; readonly rest: unknown } => {
  const { command, ...rest } = { ...(input as { readonly command?: unknown }) };
  return typeof input === "object" && typeof command === "string" ? { command, rest } : { command: "", rest: input };
};

/** Characters that a terminal shows as nothing can make a command look like another one. */
const invisible = /[\u00ad\u200b-\u200d\u2060-\u2064\ufeff\u115f\u1160\u3164\uffa0\u{e0000}-\u{e007f}]/gu;

const unseen = (texts: readonly string[], drawing: Drawing): Lines => {
  const found = Math.max(...texts.map((text) => text.match(invisible)?.length ?? 0));
  if (found === 0) return [];
  return flow([span("error", `! It holds ${counted(found, "character")} that cannot be seen.`)], drawing, margins);
};

const meanings = {
  yes: "yes",
  no: "no",
  session: "yes, for this session",
  always: "yes, always here",
  edit: "change it first",
  explain: "explain why",
} as const satisfies Record<AskKey["does"], string>;

/** The rule is never cut: a person gives it for longer than they see it. */
const keyLines = (keys: readonly AskKey[], grant: string | undefined, drawing: Drawing): Lines => {
  const shown = keys.filter(({ does }) => grant !== undefined || (does !== "session" && does !== "always"));
  const longer = shown.filter(({ does }) => does === "session" || does === "always").map(({ key }) => key);
  const rule = [words("dim", `${longer.join(" and ")} allow: `), words("code", grant ?? "")];
  const apart = drawing.plain || drawing.columns < narrow;
  return [
    ...(longer.length > 0 ? flow(rule, drawing, margins) : []),
    ...(apart
      ? shown.flatMap((key) => flow(keySpans(key), drawing))
      : flow(
          shown.flatMap((key, index) => [...(index > 0 ? [span("dim", " · ")] : []), ...keySpans(key)]),
          drawing,
        )),
  ];
};

/** On a narrow screen each key has a line. */
const narrow = 50;

/** A key and what it does stay on one line. */
const keySpans = ({ key, does }: AskKey): Span[] => [
  words("accent", key),
  span("text", ` ${meanings[does]}`.replaceAll(" ", "\u00a0")),
];

const questionLines = ({ name, ask }: CallItem, drawing: Drawing): Lines => {
  const { question = "", preview = "", options = [] } = ask ?? {};
  return [
    ...flow([words("tool", name), span("warning", " asks")], drawing),
    ...within(margins, drawing, (inner) => [...drawMarkdown(preview, inner), ...drawMarkdown(question, inner)]),
    ...options.flatMap((option, index) =>
      flow([words("text", option)], drawing, {
        first: [span("accent", `  ${index + 1} `)],
        rest: [span("text", "    ")],
      }),
    ),
  ];
};
