/** A sandbox is tried before it is trusted; what was tried and refused is said. */
import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { CallBlocked } from "../../src/contract/world.ts";
import { type Candidate, chooseSandbox } from "../../src/worlds/choose-sandbox.ts";
import type { Launch, OpenLauncher } from "../../src/worlds/launcher.ts";
import { local } from "../../src/worlds/local.ts";

const claims = { sandbox: "claimed", holds: ["writes", "network"], confined: [], unconfined: [] } as const;

/** A sandbox that says it holds, and starts programs with these words before theirs. */
const claimed =
  (...before: readonly string[]): OpenLauncher =>
  () =>
    Promise.resolve({
      confinement: claims,
      launch: (program: Launch) => {
        const [first = "", ...rest] = [...before, ...program.argv];
        return Promise.resolve({ ...program, argv: [first, ...rest] });
      },
      close: () => Promise.resolve(),
    });

const candidate = (name: string, open: OpenLauncher): Candidate => ({ name, load: () => Promise.resolve(open) });

const directory = async (): Promise<string> => {
  const made = await realpath(await mkdtemp(join(tmpdir(), "kelson-choose-")));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
};

test("one that cannot be opened, one that does not run and one that leaks are refused, each with its reason", async () => {
  const candidates = [
    candidate("missing", () => Promise.reject(new Error("no such program was found"))),
    candidate("broken", claimed("/bin/echo", "no!")),
    candidate("leaky", claimed()),
  ];
  const world = await local({ launcher: chooseSandbox({ candidates }) })(await directory());
  const { sandbox, holds, unconfined } = world.describe();
  expect([sandbox, holds]).toEqual(["none", []]);
  expect(unconfined.filter((sentence) => sentence.startsWith("There is no sandbox"))).toEqual([
    "There is no sandbox of missing: no such program was found.",
    expect.stringMatching(/^There is no sandbox of broken: a command did not run in it \(no! perl /u),
    expect.stringMatching(/^There is no sandbox of leaky: a command could (?:write outside|use the network)/u),
  ]);
  expect((await (await world.exec({ argv: ["echo", "hi"] })).exit).stdout).toBe("hi\n");
  await world.close();
});

test("the first that holds is taken, and is not tried again until the machine starts anew", async () => {
  const place = await directory();
  const passed = join(place, "passed");
  let tries = 0;
  const holding: OpenLauncher = async (options) => {
    const opened = await claimed("/bin/sh", "-c", "printf done")(options);
    return {
      ...opened,
      launch: (program) => {
        tries += 1;
        return opened.launch(program);
      },
    };
  };
  const candidates = [candidate("holding", holding), candidate("other", claimed())];
  const options = { roots: [place], writes: "read-only", env: {} } as const;
  const choose = chooseSandbox({ candidates, passed });
  for (const open of [choose, choose, chooseSandbox({ candidates, passed })])
    expect((await open(options)).confinement).toEqual(claims);
  expect(tries).toBe(1);
  expect(await readFile(passed, "utf8")).toMatch(/^holding /u);
});

test("where a test beside the run fails, the next that holds is taken, and what relied on the first is refused", async () => {
  const holding: OpenLauncher = async (options) => ({
    ...(await claimed("/bin/sh", "-c", "printf done")(options)),
    confinement: { ...claims, sandbox: "weaker", holds: ["writes"] },
  });
  const candidates = [candidate("leaky", claimed()), candidate("leaky too", claimed()), candidate("weaker", holding)];
  const world = await local({ launcher: chooseSandbox({ candidates, trial: "beside" }) })(await directory());
  expect(world.describe().sandbox).toBe("claimed");
  const refused = world.exec({ argv: ["echo", "hi"] });
  await expect(refused).rejects.toThrow(CallBlocked);
  await expect(refused).rejects.toThrow(
    /^nothing was started: .+ a sandbox held network, and weaker is in its place \(that of leaky does not hold here: a command could .+\); call again/u,
  );
  const { sandbox, holds, unconfined } = world.describe();
  expect([sandbox, holds]).toEqual(["weaker", ["writes"]]);
  expect(unconfined.filter((sentence) => sentence.startsWith("There is no sandbox"))).toEqual([
    expect.stringMatching(/^There is no sandbox of leaky: /u),
    expect.stringMatching(/^There is no sandbox of leaky too: /u),
  ]);
  const judgedAnew = world.narrow({ effects: ["execute"], anywhere: false, reliesOn: ["writes"] });
  expect((await (await judgedAnew.exec({ argv: ["echo", "hi"] })).exit).stdout).toBe("done");
  await world.close();
});
