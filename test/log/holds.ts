/** Properties: what must hold of every value, tried on many that a fixed seed gives. */
import { type Arbitrary, assert, asyncProperty } from "fast-check";

/** Rejects with the smallest value that `check` throws for. The seed is printed; KELSON_SEED sets another. */
export const holds = async <T>(values: Arbitrary<T>, check: (value: T) => unknown, numRuns = 100): Promise<void> => {
  const seed = Number(process.env["KELSON_SEED"] ?? 20_261_121);
  console.log(`seed ${seed}`);
  const property = asyncProperty(values, async (value) => {
    await check(value);
  });
  await assert(property, { seed, numRuns });
};
