/** What a compaction carries over word for word: messages of the user, layers of the prompt, skills, the plan, changed files. */
import type { ContentPart } from "../contract/message.ts";
import type { Layer } from "../contract/source.ts";
import { cutMiddle } from "./cut-middle.ts";
import { type PlanStep, readPlan } from "./plan.ts";

/** What came from one event: a part of a message of the user's, or a skill that was read; `at` is the message's index. */
export type Piece = { readonly seq: number; readonly at: number } & (
  | { readonly kind: "said"; readonly parts: readonly ContentPart[] }
  | { readonly kind: "layer"; readonly layer: Layer["layer"]; readonly source: string; readonly text: string }
  | { readonly kind: "skill"; readonly text: string }
);

/** The plan that was made last and, by path, which call changed a file last. */
export interface Doings {
  plan: { readonly seq: number; readonly steps: readonly PlanStep[] } | null;
  /** Plans of calls that are under way, by call. */
  planned: Record<string, NonNullable<Doings["plan"]>>;
  files: Record<string, number>;
}

export const noDoings = (): Doings => ({ plan: null, planned: {}, files: {} });

export const beginsPlan = ({ planned }: Doings, seq: number, { call, name, input }: Begun): void => {
  const steps = name === "update_plan" ? readPlan(input)?.steps : undefined;
  if (steps !== undefined) planned[`#${call}`] = { seq, steps };
};

interface Begun {
  readonly call: string;
  readonly name: string;
  readonly input?: unknown;
}

export const doneBy = (doings: Doings, seq: number, { call, ok, files = [] }: Ended): void => {
  const plan = doings.planned[`#${call}`];
  delete doings.planned[`#${call}`];
  if (plan !== undefined && ok) doings.plan = plan;
  for (const path of files) {
    // Anew, so that the latest stands last.
    delete doings.files[path];
    doings.files[path] = seq;
  }
};

interface Ended {
  readonly call: string;
  readonly ok: boolean;
  readonly files?: readonly string[] | undefined;
}

export const layerText = ({ layer, source }: Pick<Layer, "layer" | "source">, text: string): string =>
  `<${layer} source="${source}">\n${text}\n</${layer}>`;

/** What a piece says, each text at most so long. An image stands only where nothing is cut. */
export const pieceParts = (piece: Piece, chars = Number.POSITIVE_INFINITY): ContentPart[] => {
  if (piece.kind === "layer") return [text(layerText(piece, cutMiddle(piece.text, chars)))];
  if (piece.kind === "skill") return [text(`[A skill that you read:]\n${cutMiddle(piece.text, chars)}`)];
  return piece.parts.map((part) => {
    if (part.type === "text") return text(cutMiddle(part.text, chars));
    return chars === Number.POSITIVE_INFINITY ? part : text(`[image ${part.mediaType}, left out]`);
  });
};

/** A plan with nothing left to do is none. */
export const openPlan = ({ plan }: Doings): Doings["plan"] =>
  plan?.steps.some(({ status }) => status !== "completed") === true ? plan : null;

/** The plan and the files among what is carried. */
export const doingsParts = (doings: Doings, carried: ReadonlySet<number>): ContentPart[] => {
  const plan = openPlan(doings);
  const paths = Object.entries(doings.files).flatMap(([path, seq]) => (carried.has(seq) ? [path] : []));
  return [
    ...(plan !== null && carried.has(plan.seq) ? [text(`[Your plan:]\n${plan.steps.map(stepLine).join("\n")}`)] : []),
    ...(paths.length > 0 ? [text(`[Files that you changed:]\n${paths.join("\n")}`)] : []),
  ];
};

const stepLine = ({ step, status }: PlanStep): string => `- ${step} (${status.replace("_", " ")})`;

const text = (words: string): ContentPart => ({ type: "text", text: words });
