/** A runtime put together from what a test gives, and real parts for all the rest. */
import { breaker } from "../../src/agent/breaker.ts";
import type { Parts } from "../../src/agent/context.ts";
import { runtime } from "../../src/agent/runtime.ts";
import { grounds } from "../../src/assembly/grounds.ts";
import type { CheckpointPlace } from "../../src/contract/checkpoint.ts";
import type { Provider } from "../../src/contract/provider.ts";
import type { Runtime } from "../../src/contract/runtime.ts";
import type { Signer } from "../../src/contract/signer.ts";
import type { Holder, Store } from "../../src/contract/store.ts";
import type { RunSettings } from "../../src/contract/terms.ts";
import type { Tool } from "../../src/contract/tool.ts";
import { thisHolder } from "../../src/stores/holder.ts";
import { local } from "../../src/worlds/local.ts";
import { settings } from "./run-settings.ts";

export interface Bench {
  readonly provider: Provider;
  readonly tools?: readonly Tool[];
  readonly settings?: RunSettings;
  readonly holder?: Holder;
  readonly signer?: Signer;
  /** Ids of sessions. */
  readonly id?: () => string;
  /** Keeps snapshots of files; absent, none are taken. */
  readonly checkpoints?: CheckpointPlace;
  readonly change?: (parts: Parts) => Parts;
}

let ids = 0;

export const assembled = (bench: Bench, store: Store): Runtime => {
  const openWorld = local({ helper: "no" });
  return runtime({
    store,
    signer: bench.signer,
    checkpoints: bench.checkpoints,
    holder: bench.holder ?? thisHolder(),
    user: "tester",
    id: bench.id ?? (() => `session${(ids += 1)}`),
    now: Date.now,
    trace: () => "0".repeat(32),
    close: async () => {},
    parts: async (directory) => {
      const world = await openWorld(directory);
      const { checkpoints } = bench;
      const parts: Parts = {
        providers: [bench.provider],
        breaker: breaker(Date.now),
        tools: bench.tools ?? [],
        world,
        ...(checkpoints && { checkpoints: () => checkpoints.of(world.root) }),
        sources: [],
        grounds: await grounds({
          cwd: directory,
          env: {},
          rules: [],
          stateDirectory: "/nowhere",
          guard: () => undefined,
        }),
        settings: bench.settings ?? settings(),
        now: Date.now,
        id: () => `run${(ids += 1)}`,
        random: () => 0.5,
      };
      return bench.change?.(parts) ?? parts;
    },
  });
};
