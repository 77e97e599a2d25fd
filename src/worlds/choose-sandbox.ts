/** Takes the strongest sandbox that works on this machine: it is tried before it is trusted. */
import { readFileSync, writeFileSync } from "node:fs";
import { release } from "node:os";
import { sentenceOf } from "../contract/error.ts";
import { bareCommands } from "./confinement.ts";
import type { Launcher, OpenLauncher } from "./launcher.ts";
import { onTrial } from "./on-trial.ts";
import { selfTest } from "./self-test.ts";

/** A kind of sandbox; its file is loaded only when it is its turn. */
export interface Candidate {
  readonly name: string;
  readonly load: () => Promise<OpenLauncher>;
}

/** Strongest first. */
export const sandboxes: readonly Candidate[] = [
  { name: "bubblewrap", load: async () => (await import("./bubblewrap.ts")).bubblewrap },
  { name: "landlock", load: async () => (await import("./landlock.ts")).landlock },
];

export interface Choice {
  readonly candidates?: readonly Candidate[];
  /** What commands must not see, besides the usual. */
  readonly hidden?: readonly string[];
  /** A file that remembers, until the machine starts again, which sandboxes passed their test: that saves some 20 ms. */
  readonly passed?: string;
  /**
   * Whether the test comes before the choice, or goes on beside it: then the first command waits for it, and when it fails
   * the next sandbox is taken.
   */
  readonly trial?: "before" | "beside";
}

/** Where none works, commands start as they are, and the confinement says why. */
export const chooseSandbox = ({
  candidates = sandboxes,
  hidden,
  passed,
  trial = "before",
}: Choice = {}): OpenLauncher => {
  const tested = new Set<string>();
  const pass = (name: string, fault: string | undefined): string | undefined => {
    if (fault === undefined && !tested.has(name)) remember(passed, name);
    if (fault === undefined) tested.add(name);
    return fault;
  };
  return (options) => {
    const withHidden = { ...options, hidden: [...(options.hidden ?? []), ...(hidden ?? [])] };
    const choose = async (
      [first, ...others]: readonly Candidate[],
      refusals: readonly string[],
      when: Choice["trial"],
    ): Promise<Launcher> => {
      if (first === undefined) return unconfined(refusals);
      const { name, load } = first;
      const next = (fault: string, then: Choice["trial"]): Promise<Launcher> =>
        choose(others, [...refusals, `There is no sandbox of ${name}: ${fault}.`], then);
      const opened = await load()
        .then((open) => open(withHidden))
        .catch(sentenceOf);
      if (typeof opened === "string") return next(opened, when);
      const launcher = saying(refusals, opened);
      if (tested.has(name) || remembers(passed, name)) return launcher;
      const test = selfTest(launcher, options).then((fault) => pass(name, fault));
      if (when === "beside") return onTrial(launcher, { name, test, instead: (fault) => next(fault, "before") });
      const fault = await test.catch(sentenceOf);
      if (fault === undefined) return launcher;
      await launcher.close();
      return next(fault, when);
    };
    return choose(candidates, [], trial);
  };
};

/** What was stronger and is not here is said with what is. */
const saying = (refusals: readonly string[], { confinement, ...launcher }: Launcher): Launcher => ({
  ...launcher,
  confinement: { ...confinement, unconfined: [...confinement.unconfined, ...refusals] },
});

const unconfined = (refusals: readonly string[]): Launcher => ({
  confinement: { ...bareCommands, unconfined: [...bareCommands.unconfined, ...refusals] },
  launch: (program) => Promise.resolve(program),
  close: () => Promise.resolve(),
});

/** Only what passed is remembered, for this user, kernel and start of the machine: what failed may have been mended. */
const key = (name: string): string =>
  `${name} ${String(process.getuid?.())} ${release()} ${text("/proc/sys/kernel/random/boot_id").trim()}`;

const remembers = (file: string | undefined, name: string): boolean =>
  file !== undefined && text(file).split("\n").includes(key(name));

const remember = (file: string | undefined, name: string): void => {
  if (file === undefined || remembers(file, name)) return;
  try {
    writeFileSync(file, `${key(name)}\n`, { mode: 0o600 });
  } catch {
    // Then it is tried again the next time.
  }
};

const text = (file: string): string => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
};
