/** What came of replaying one session, in sentences. */
import type { BlockDifference, Replayed } from "../../../contract/replay.ts";
import { cleanLine, cleanText } from "../../terminal/clean.ts";
import { counted } from "../../terminal/figures.ts";
import { differingLines } from "./differing-lines.ts";

/** A session with the name that it was asked for by, and what keeps it from being replayed at all. */
export interface Outcome {
  readonly name: string;
  readonly replayed?: Replayed;
  readonly fault?: string;
}

/** One sentence each, the first difference of each kind: what follows it differs for the same reason. */
export const faultsOf = ({
  replayed,
  fault,
}: Outcome): readonly { readonly text: string; readonly texts?: BlockDifference }[] => {
  if (replayed === undefined) return [{ text: fault ?? "" }];
  const { requests, rules } = replayed;
  const broken = requests.find((request) => request.broken !== undefined);
  const differing = requests.find((request) => request.difference !== undefined);
  return [
    ...(broken === undefined
      ? []
      : [{ text: `the request of step ${broken.step} cannot be rebuilt: ${broken.broken}` }]),
    ...(differing?.difference === undefined
      ? []
      : [{ text: `step ${differing.step}: ${differing.difference.block} differs`, texts: differing.difference }]),
    ...(rules === undefined ? [] : [{ text: "the rules differ", texts: rules }]),
  ];
};

export const outcomeText = (outcome: Outcome): string => {
  const faults = faultsOf(outcome);
  const name = cleanLine(outcome.name);
  if (faults.length === 0)
    return `✓ ${name}: ${counted(outcome.replayed?.requests.length ?? 0, "request")} identical\n`;
  return faults
    .map(({ text, texts }) => `✗ ${name}: ${cleanLine(text)}\n${texts ? cleanText(differingLines(texts)) : ""}`)
    .join("");
};
