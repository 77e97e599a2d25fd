/** Fallback models: what fails for good is asked of the next one, in the same step, and never round and round. */
import { expect, test } from "vitest";
import { ProviderError } from "../../src/contract/error.ts";
import type { Provider } from "../../src/contract/provider.ts";
import type { RunSettings } from "../../src/contract/terms.ts";
import { assembled, type Bench } from "./assembled.ts";
import { call, playing, type Turn } from "./playing.ts";
import { settings } from "./run-settings.ts";
import { counting } from "./tools.ts";
import { eventsOf, say, standing, streamed, tell, type Work, workshop } from "./workshop.ts";

const named = (model: string, provider: Provider): Provider => ({ ...provider, model });
const down = (model: string): Provider =>
  named(
    model,
    playing(
      [],
      Array.from({ length: 99 }, () => new ProviderError("authentication", `${model} says no`)),
    ),
  );

const withFallbacks = (...models: string[]): RunSettings =>
  settings({ model: "a", fallbacks: models.map((model) => ({ model })) });

/** A session where these models are set up. */
const benchOf = (
  providers: readonly [Provider, ...Provider[]],
  changed: RunSettings,
  tools: Bench["tools"] = [],
): Bench => ({
  provider: providers[0],
  tools,
  settings: changed,
  change: (parts) => ({ ...parts, providers }),
});

/** Which model was asked or switched to, and how the run ended. */
const path = async (work: Pick<Work, "store" | "session">): Promise<string[]> =>
  (await eventsOf(work)).flatMap(({ type, data }) => {
    if (type === "model.asked") return [`${data.model} ${data.attempt}`];
    if (type === "model.switched") return [`${data.from} to ${data.to}`];
    return type === "run.ended" ? [`${data.state}: ${data.message ?? ""}`] : [];
  });

const done: readonly Turn[] = [{ text: "Done." }];

test("the next model is asked in the same step, and stays for the run", async () => {
  const look = counting("look", ["read"]);
  const turns: readonly Turn[] = [{ calls: [call("look", "x")] }, { text: "Done." }];
  const work = await workshop(
    benchOf([down("a"), down("b"), named("c", playing(turns))], withFallbacks("b", "c"), [look]),
  );
  await say(work.session, "do it");
  expect(await path(work)).toEqual(["a 1", "a to b", "b 2", "b to c", "c 3", "c 1", "completed: "]);
  expect([look.runs, await standing(work)]).toEqual([["x"], { state: "completed", open: 0, chain: true }]);
});

test("after the last one the run ends", async () => {
  const work = await workshop(benchOf([down("a"), down("b")], withFallbacks("b")));
  await say(work.session, "do it");
  expect(await path(work)).toEqual(["a 1", "a to b", "b 2", "error: b says no"]);
});

test("one that is not set up here is passed over", async () => {
  const work = await workshop(benchOf([down("a"), named("c", playing(done))], withFallbacks("b", "c")));
  await say(work.session, "do it");
  expect(await path(work)).toEqual(["a 1", "a to c", "c 2", "completed: "]);
});

test("when none is set up here the run ends", async () => {
  const work = await workshop(benchOf([down("a")], withFallbacks("b")));
  await say(work.session, "do it");
  expect(await path(work)).toEqual(["a 1", "error: a says no"]);
});

test("one that failed too often just now is not asked, if another can be", async () => {
  const work = await workshop(
    benchOf([down("a"), named("b", playing([...done, ...done, ...done, ...done]))], withFallbacks("b")),
  );
  for (const text of ["one", "two", "three", "four"]) await say(work.session, text);
  expect((await path(work)).slice(-3)).toEqual(["a to b", "b 1", "completed: "]);
  expect((await path(work)).filter((step) => step === "a 1")).toHaveLength(3);
});

test("a session that goes on with a model which its run does not name ends when that one fails", async () => {
  const begun = await workshop(benchOf([named("a", playing([{ text: "I begin", hangs: true }]))], withFallbacks()));
  const streaming = streamed(begun.session, "I begin");
  await tell(begun.session, "do it");
  await streaming;
  await begun.session.close();
  const session = await assembled(benchOf([down("other")], withFallbacks()), begun.store).open(begun.session.id);
  await session.rest();
  expect(await path({ ...begun, session })).toEqual(["a 1", "a to other", "other 2", "error: other says no"]);
});
