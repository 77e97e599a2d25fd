/** Kills processes at random moments until so many were, and says what was wrong with what came of it. */
import { seeded } from "./chance.ts";
import { faultsIn } from "./faults.ts";
import { ground, type Moment } from "./ground.ts";
import { type Tree, treeIn } from "./outcome.ts";
import { type Fate, play, undisturbed } from "./play.ts";

/** A run of the whole scenario; `faults` are sentences. */
export interface Survived {
  readonly seed: number;
  readonly kills: number;
  readonly lives: number;
  readonly events: number;
  readonly faults: readonly string[];
}

/** The scenario as it goes when nothing disturbs it: what all others are held against. */
export const whole = async (): Promise<Tree> => {
  await using here = await ground();
  await play(here, undisturbed);
  return treeIn(here.stateDirectory, here.cwd);
};

/** Plays the scenario again and again, each time with the next seed. */
export async function* kills(most: number, from: number, expected: Tree): AsyncGenerator<Survived> {
  let killed = 0;
  for (let seed = from; killed < most; seed += 1) {
    const survived = await survive(seed, expected);
    killed += survived.kills;
    yield survived;
  }
}

const survive = async (seed: number, expected: Tree): Promise<Survived> => {
  await using here = await ground();
  const { kills, lives, shown } = await play(here, fateOf(seed));
  const tree = await treeIn(here.stateDirectory, here.cwd);
  const verified = await here.live(["audit", "verify", "--all"]);
  const broken = verified.code === 0 ? [] : [`audit verify ended with ${verified.code}: ${verified.stderr}`];
  const events = [...tree.sessions.values()].flat().length;
  return { seed, kills, lives, events, faults: [...faultsIn(tree, shown, expected), ...broken] };
};

/** Some moments are early, before a process is ready, some in the midst of a burst of lines, a few long after one. */
const fateOf = (seed: number): Fate => {
  const chance = seeded(seed);
  const moment = (): Moment => {
    const lines = Math.floor(chance() * mostLines);
    return { lines, ms: lines === 0 ? chance() * startMs : chance() ** 3 * pauseMs };
  };
  return { moment, hasCompany: () => chance() < shareOfCompany };
};

const mostLines = 10;
const startMs = 500;
const pauseMs = 600;
const shareOfCompany = 0.1;
