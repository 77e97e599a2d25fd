/** Takes the strongest sandbox that works on this machine: it is tried before it is trusted. */
import { readFileSync, writeFileSync } from "node:fs";
import { release } from "node:os";
import { localConfinement } from "./confinement.ts";
import type { Launcher, OpenLauncher } from "./launcher.ts";
import { selfTest } from "./self-test.ts";

/** A kind of sandbox; its file is loaded only when it is its turn. */
export interface Candidate {
  readonly name: string;
  readonly load: () => Promise<OpenLauncher>;
}

/** Strongest first. */
export const sandboxes: readonly Candidate[] = [
  { name: "bubblewrap", load: async () => (await import("./bubblewrap.ts")).bubblewrap },
];

export interface Choice {
  readonly candidates?: readonly Candidate[];
  /** What commands must not see, besides the usual. */
  readonly hidden?: readonly string[];
  /** A file that remembers, until the machine starts again, which sandboxes passed their test: that saves some 20 ms. */
  readonly passed?: string;
}

/** Where none works, commands start as they are, and the confinement says why. */
export const chooseSandbox = ({ candidates = sandboxes, hidden, passed }: Choice = {}): OpenLauncher => {
  const tested = new Set<string>();
  return async (options) => {
    const refusals: string[] = [];
    for (const { name, load } of candidates) {
      try {
        const launcher = await (await load())({ ...options, hidden: [...(options.hidden ?? []), ...(hidden ?? [])] });
        const fault = tested.has(name) || remembers(passed, name) ? undefined : await selfTest(launcher, options);
        if (fault === undefined) {
          if (!tested.has(name)) remember(passed, name);
          tested.add(name);
          return launcher;
        }
        await launcher.close();
        refusals.push(`There is no sandbox of ${name}: ${fault}.`);
      } catch (error) {
        refusals.push(`There is no sandbox of ${name}: ${error instanceof Error ? error.message : String(error)}.`);
      }
    }
    return unconfined(refusals);
  };
};

const unconfined = (refusals: readonly string[]): Launcher => ({
  confinement: { ...localConfinement, unconfined: [...localConfinement.unconfined, ...refusals] },
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
