/** A sandbox that is used while its test still goes on, and makes way for the next one when it fails. */
import { sentenceOf } from "../contract/error.ts";
import { CallBlocked } from "../contract/world.ts";
import type { Launcher } from "./launcher.ts";

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
      const { sandbox, holds } = now.confinement;
      const lost = (program.reliesOn ?? first.confinement.holds).filter((hold) => !holds.includes(hold));
      if (lost.length === 0) return now.launch(program);
      const present = sandbox === "none" ? "there is none now" : `${sandbox} is in its place`;
      throw new CallBlocked(
        `nothing was started: the sandbox of ${name} does not hold here (${String(fault)}), ${present}, and this call was allowed because of it (${lost.join(", ")}); call again to have it judged anew`,
      );
    },
    close: async () => {
      await settled;
      await Promise.all([...new Set([first, now])].map((launcher) => launcher.close()));
    },
  };
};
