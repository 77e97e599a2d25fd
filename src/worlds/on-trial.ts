/** A sandbox that is used while its test still goes on, and makes way for the next one when it fails. */
import { sentenceOf } from "../contract/error.ts";
import type { Launcher } from "./launcher.ts";
import { requireHolds } from "./require-holds.ts";

export interface Trial {
  readonly name: string;
  /** What is wrong with it, as the end of a sentence; undefined when it holds. */
  readonly test: Promise<string | undefined>;
  /** Opens what comes in its place. */
  readonly instead: (fault: string) => Promise<Launcher>;
}

/**
 * Its commands wait for the test. Those that were allowed because of what it promised are refused when what came in its
 * place does not hold that: with its new confinement they are judged anew.
 */
export const onTrial = (first: Launcher, { name, test, instead }: Trial): Launcher => {
  let now = first;
  const settle = async (): Promise<string | undefined> => {
    const fault = await test.catch(sentenceOf);
    if (fault !== undefined) now = await instead(fault);
    return fault;
  };
  const settled = settle();
  return {
    get confinement() {
      return now.confinement;
    },
    launch: async (program) => {
      const fault = await settled;
      const why = fault && `that of ${name} does not hold here: ${fault}`;
      requireHolds(program.reliesOn ?? first.confinement.holds, now.confinement, why);
      return now.launch(program);
    },
    close: async () => {
      await settled;
      await Promise.all([...new Set([first, now])].map((launcher) => launcher.close()));
    },
  };
};
