/** What came of replaying one session, in sentences. */
import type { BlockDifference, CallAgain, RanAgain, Replayed } from "../../../contract/replay.ts";
import { cleanLine, cleanText } from "../../terminal/clean.ts";
import { counted } from "../../terminal/figures.ts";
import { differingLines } from "./differing-lines.ts";

/** A session with the name that it was asked for by, and what keeps it from being replayed at all. */
export interface Outcome {
  readonly name: string;
  readonly replayed?: Replayed;
  readonly again?: RanAgain & {
    /** The directory that its calls ran in, when it was kept. */
    readonly copy?: string;
  };
  readonly fault?: string;
}

export interface Fault {
  readonly text: string;
  readonly texts?: BlockDifference;
}

/** One sentence each. Of requests the first difference of each kind: what follows it differs for the same reason. */
export const faultsOf = ({ replayed, again, fault }: Outcome): readonly Fault[] => [
  ...(fault === undefined ? [] : [{ text: fault }]),
  ...(replayed === undefined ? [] : requestFaults(replayed)),
  ...(again === undefined ? [] : again.calls.flatMap(callFaults)),
];

const requestFaults = ({ requests, rules }: Replayed): readonly Fault[] => {
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

const callFaults = (call: CallAgain): readonly Fault[] => {
  if (call.came === "refused") return [{ text: `${nameOf(call)} would not run today: ${call.why}` }];
  if (call.came !== "different") return [];
  return call.differences.map((texts) => ({ text: `${nameOf(call)}: its ${texts.block} differs`, texts }));
};

const nameOf = ({ step, name, call }: CallAgain): string => `step ${step}: ${name} (${call})`;

export const outcomeText = (outcome: Outcome): string => {
  const name = cleanLine(outcome.name);
  const faults = faultsOf(outcome).map(
    ({ text, texts }) => `✗ ${name}: ${cleanLine(text)}\n${texts ? cleanText(differingLines(texts)) : ""}`,
  );
  return [
    ...sameText(outcome, name),
    ...faults,
    ...beginningText(outcome, name),
    ...recordedText(outcome, name),
    ...keptText(outcome, name),
  ].join("");
};

/** What is as it was, each kind if all of it is. */
const sameText = ({ replayed, again }: Outcome, name: string): readonly string[] => [
  ...(replayed === undefined || requestFaults(replayed).length > 0
    ? []
    : [`✓ ${name}: ${counted(replayed.requests.length, "request")} identical\n`]),
  ...(again === undefined ? [] : sameCalls(again, name)),
];

const sameCalls = ({ calls }: RanAgain, name: string): readonly string[] => {
  const ran = calls.filter(({ came }) => came !== "recorded");
  const isAll = ran.every(({ came }) => came === "same") && (ran.length > 0 || calls.length === 0);
  return isAll ? [`✓ ${name}: ${counted(ran.length, "call")} came out the same\n`] : [];
};

/** Which calls were not run again, and why. */
const recordedText = ({ again }: Outcome, name: string): readonly string[] =>
  (again?.calls ?? []).flatMap((call) =>
    call.came === "recorded" ? [`· ${name}: ${cleanLine(`${nameOf(call)} taken from the record: ${call.why}`)}\n`] : [],
  );

/** What a difference may come from. */
const beginningText = ({ again }: Outcome, name: string): readonly string[] =>
  again === undefined || again.asItBegan ? [] : [`· ${name}: it began with the files as they are today\n`];

const keptText = ({ again }: Outcome, name: string): readonly string[] =>
  again?.copy === undefined ? [] : [`· ${name}: the copy is kept in ${cleanLine(again.copy)}\n`];
