/** Looks at many paths: five numbers of each, without following links. The most of a snapshot's time goes here. */
import { lstatSync, type Stats } from "node:fs";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { breath } from "./breath.ts";
import { systemPath } from "./name.ts";
import { numbersOf, width } from "./signature.ts";
import { sweepScript } from "./sweep-script.ts";

/** The same list is looked at again and again, so that it is sent to threads once. */
export type Paths = readonly string[];

export interface Sweep {
  /** Absolute paths in, five numbers a path out; the mode of what is not there, or cannot be seen, is 0. */
  readonly look: (paths: Paths) => Promise<Float64Array>;
  readonly close: () => Promise<void>;
}

/** Below so many paths a second thread costs more than it saves. */
const enoughToShare = 2_000;
const mostHelpers = 3;
const batch = 128;
/** A helper that is not heard of for so long has ended; its batches are done here. */
const patienceMs = 1_000;

/** One work, as all who do it see it. */
interface Work {
  readonly control: Int32Array;
  readonly done: Int32Array;
  readonly numbers: Float64Array;
}

/** This thread does as much of the work as it can get; helpers are started with the first long list. */
export const sweep = (): Sweep => {
  const helpers = new Map<Worker, Paths | undefined>();
  const enlist = (): void => {
    while (helpers.size < Math.min(availableParallelism() - 1, mostHelpers)) {
      const helper = new Worker(sweepScript, { eval: true, stdin: false, env: {}, execArgv: [], name: "sweep" });
      helper.unref();
      helper.on("error", () => helpers.delete(helper)).on("exit", () => helpers.delete(helper));
      helpers.set(helper, undefined);
    }
  };
  const share = (work: Work, paths: Paths): void => {
    for (const [helper, known] of helpers) {
      helper.postMessage({ ...work, batch, ...(known === paths ? {} : { text: paths.join("\0") }) }, []);
      helpers.set(helper, paths);
    }
  };
  return {
    look: async (paths) => {
      const work = workFor(paths.length);
      if (paths.length >= enoughToShare) {
        enlist();
        share(work, paths);
      }
      await takePart(work, paths);
      await others(work, paths);
      return work.numbers;
    },
    close: async () => {
      await Promise.all([...helpers.keys()].map((helper) => helper.terminate()));
    },
  };
};

const workFor = (paths: number): Work => ({
  control: new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)),
  done: new Int32Array(new SharedArrayBuffer(Math.ceil(paths / batch) * Int32Array.BYTES_PER_ELEMENT)),
  numbers: new Float64Array(new SharedArrayBuffer(paths * width * Float64Array.BYTES_PER_ELEMENT)),
});

const takePart = async ({ control, done, numbers }: Work, paths: Paths): Promise<void> => {
  const pause = breath();
  for (;;) {
    const taken = Atomics.add(control, 0, 1);
    if (taken >= done.length) return;
    lookAt(taken, numbers, paths);
    Atomics.store(done, taken, 1);
    Atomics.add(control, 1, 1);
    await pause();
  }
};

const others = async ({ control, done, numbers }: Work, paths: Paths): Promise<void> => {
  // Neither helpers nor the waiting keep the process alive.
  const alive = setInterval(() => {}, patienceMs);
  try {
    for (;;) {
      const finished = Atomics.load(control, 1);
      if (finished >= done.length) return;
      if ((await Atomics.waitAsync(control, 1, finished, patienceMs).value) === "timed-out") break;
    }
  } finally {
    clearInterval(alive);
  }
  for (const [index, mark] of done.entries()) if (mark === 0) lookAt(index, numbers, paths);
};

const lookAt = (taken: number, numbers: Float64Array, paths: Paths): void => {
  for (const [index, path] of paths.slice(taken * batch, (taken + 1) * batch).entries()) {
    const stats = statsOf(path);
    if (stats !== undefined) numbers.set(numbersOf(stats), (taken * batch + index) * width);
  }
};

const statsOf = (path: string): Stats | undefined => {
  try {
    return lstatSync(systemPath(path), { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
};
