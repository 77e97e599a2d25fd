/** Programs that are confined to less than commands: what they need, and what their launcher hears. */
import { expect, onTestFinished, test } from "vitest";
import type { Effect, Hold } from "../../src/contract/terms.ts";
import { CallBlocked, type Confine, type World } from "../../src/contract/world.ts";
import type { Launch, OpenLauncher } from "../../src/worlds/launcher.ts";
import { local } from "../../src/worlds/local.ts";
import { directory } from "../extensions/plugged.ts";

/** Starts programs as they are, and remembers what it was told: it says that it holds what it is given. */
const remembering = (holds: readonly Hold[]): { readonly launcher: OpenLauncher; readonly launched: Launch[] } => {
  const launched: Launch[] = [];
  const launcher: OpenLauncher = () =>
    Promise.resolve({
      confinement: { sandbox: "remembering", holds, confined: [], unconfined: [] },
      launch: (program) => {
        launched.push(program);
        return Promise.resolve({ argv: program.argv, cwd: program.cwd, env: program.env });
      },
      close: () => Promise.resolve(),
    });
  return { launcher, launched };
};

const enough: readonly Hold[] = ["writes", "secrets", "workspace-secrets", "network"];

const run = async (world: World, confine: Confine | undefined): Promise<string> => {
  const running = await world.exec({ argv: ["echo", "ran"], confine, reads: ["/opt"] });
  return (await running.exit).stdout;
};

const narrowed = async (options: Parameters<typeof local>[0], effects: readonly Effect[]): Promise<World> => {
  const world = await local(options)(await directory());
  onTestFinished(() => world.close());
  return world.narrow({ effects, anywhere: false, hosts: ["api.example.org"] });
};

const nothing: Confine = { writes: "nothing", network: "nothing" };

test("where the sandbox holds it, no effect is needed, and the launcher hears what is allowed", async () => {
  const { launcher, launched } = remembering(enough);
  const world = await narrowed({ launcher }, []);
  expect(await run(world, nothing)).toBe("ran\n");
  expect(launched).toMatchObject([{ writes: "read-only", hosts: [], reads: ["/opt"] }]);
});

test("what is let through needs its effect", async () => {
  const { launcher, launched } = remembering(enough);
  const all: Confine = { writes: "workspace", network: "hosts" };
  await expect(run(await narrowed({ launcher }, ["write"]), all)).rejects.toThrow(/lacks the effect network/u);
  await expect(run(await narrowed({ launcher }, ["network"]), all)).rejects.toThrow(/lacks the effect write/u);
  expect(await run(await narrowed({ launcher }, ["write", "network"]), all)).toBe("ran\n");
  expect(launched).toMatchObject([{ hosts: ["api.example.org"] }]);
  expect(launched[0]?.writes).toBeUndefined();
});

test("a command needs execute, whatever the sandbox holds", async () => {
  const { launcher } = remembering(enough);
  await expect(run(await narrowed({ launcher }, ["write", "network"]), undefined)).rejects.toThrow(
    /lacks the effect execute/u,
  );
});

const without = (lack: Hold): readonly Hold[] => enough.filter((hold) => hold !== lack);

test.each<[string, readonly Hold[] | undefined, RegExp]>([
  ["no sandbox", undefined, /and here there is none$/u],
  ...(["writes", "secrets", "workspace-secrets", "network"] as const).map((lack): [string, readonly Hold[], RegExp] => [
    `no hold on ${lack}`,
    without(lack),
    /and here remembering does not hold all of that$/u,
  ]),
])("with %s it needs execute", async (_, holds, sentence) => {
  const options = holds === undefined ? {} : { launcher: remembering(holds).launcher };
  const refused = run(await narrowed(options, ["read", "write", "network"]), nothing);
  await expect(refused).rejects.toThrow(CallBlocked);
  await expect(refused).rejects.toThrow(sentence);
  expect(await run(await narrowed(options, ["execute"]), nothing)).toBe("ran\n");
});

test("what was allowed because of a sandbox does not start without it", async () => {
  const world = await local()(await directory());
  onTestFinished(() => world.close());
  const relying = world.narrow({ effects: ["execute"], anywhere: false, reliesOn: ["writes", "network"] });
  await expect(run(relying, undefined)).rejects.toThrow(
    /^nothing was started: this call was allowed because a sandbox held writes, network, and there is none now; call again/u,
  );
});
