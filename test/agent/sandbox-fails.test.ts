/** A sandbox that fails its test while a run goes on: what it was relied on for is refused, and then judged anew. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Hold } from "../../src/contract/terms.ts";
import { bash } from "../../src/tools/bash.ts";
import { chooseSandbox } from "../../src/worlds/choose-sandbox.ts";
import type { OpenLauncher } from "../../src/worlds/launcher.ts";
import { local } from "../../src/worlds/local.ts";
import { playing } from "./playing.ts";
import { answer, eventsOf, heard, say, workshop } from "./workshop.ts";

const holds: readonly Hold[] = ["writes", "secrets", "workspace-secrets", "network", "processes"];

/** Says that it holds, and starts programs as they are; that of its test only when the run has come so far. */
const leaky =
  (whenTested: Promise<unknown>): OpenLauncher =>
  () =>
    Promise.resolve({
      confinement: { sandbox: "leaky", holds, confined: [], unconfined: [] },
      launch: (program) => whenTested.then(() => program),
      close: () => Promise.resolve(),
    });

test("in mode auto the next judgement asks, and the log says why", async () => {
  const directory = await mkdtemp(join(tmpdir(), "kelson-fails-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const started = Promise.withResolvers<unknown>();
  const candidates = [{ name: "leaky", load: () => Promise.resolve(leaky(started.promise)) }];
  const world = await local({ launcher: chooseSandbox({ candidates, trial: "beside" }), helper: "no" })(directory);
  const run = { name: "bash", input: { command: "perl -e 'print q(hi)'" } };
  const work = await workshop({
    provider: playing([{ calls: [run] }, { calls: [run] }, { text: "done" }]),
    tools: [bash],
    mode: "auto",
    change: (parts) => ({ ...parts, world }),
  });
  void heard(work.session, "call.started").then(started.resolve);
  await say(work.session, "go");
  await answer(work.session, "call_2_0", "yes");
  const events = await eventsOf(work);
  await world.close();
  const told = events.flatMap(({ type, data }) => {
    if (type === "policy.loaded")
      return [`${type} ${String(data.sandbox)} ${data.unconfined.join().includes("of leaky: a command could")}`];
    if (type === "call.allowed" || type === "call.asked") return [`${type} ${data.rule}`];
    return type === "call.finished" ? [`${type} ${data.category ?? JSON.stringify(data.output)}`] : [];
  });
  expect(told).toEqual([
    "policy.loaded leaky false",
    "call.allowed mode auto",
    "call.finished blocked",
    "policy.loaded none true",
    "call.asked mode auto: execute",
    expect.stringMatching(/^call.finished .*hi/u),
  ]);
});
