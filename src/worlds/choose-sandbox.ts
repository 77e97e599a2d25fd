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
  /**
   * Whether the test comes before the choice, or goes on beside it: then the first command waits for it, and all are
   * refused when it fails, for they were judged by what the sandbox promised.
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
  return async (options) => {
    const refusals: string[] = [];
    for (const { name, load } of candidates) {
      try {
        const launcher = await (await load())({ ...options, hidden: [...(options.hidden ?? []), ...(hidden ?? [])] });
        const known = tested.has(name) || remembers(passed, name);
        const test = async (): Promise<string | undefined> => pass(name, await selfTest(launcher, options));
        if (!known && trial === "beside") return onTrial(launcher, name, test());
        const fault = known ? undefined : await test();
        if (fault === undefined) return launcher;
        await launcher.close();
        refusals.push(`There is no sandbox of ${name}: ${fault}.`);
      } catch (error) {
        refusals.push(`There is no sandbox of ${name}: ${error instanceof Error ? error.message : String(error)}.`);
      }
    }
    return unconfined(refusals);
  };
};

const onTrial = (launcher: Launcher, name: string, test: Promise<string | undefined>): Launcher => {
  const fault = test.catch((error: unknown) => String(error));
  return {
    ...launcher,
    launch: async (program) => {
      const found = await fault;
      if (found === undefined) return launcher.launch(program);
      throw new Error(`the sandbox of ${name} does not hold here: ${found}; see kelson sandbox, or set --sandbox off`);
    },
    close: async () => {
      await fault;
      await launcher.close();
    },
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
