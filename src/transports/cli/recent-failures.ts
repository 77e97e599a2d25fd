/** Models that failed for good a moment ago, from the logs: what a breaker in those programs went by. */
import type { Finding } from "../../contract/options.ts";
import type { Runtime } from "../../contract/runtime.ts";
import { age } from "../terminal/figures.ts";

const recentMs = 120_000;
const windowMs = 60_000;
const failuresToOpen = 3;

/** One finding a provider that failed; one that worked since has none. */
export const recentFailures = async (runtime: Runtime, now: number): Promise<readonly Finding[]> => {
  const failures = new Map<string, number[]>();
  for (const { id, changedAt } of await runtime.list()) {
    if (now - changedAt > recentMs + windowMs) continue;
    let provider = "";
    for await (const event of runtime.view(id).events()) {
      if (event.type === "model.asked") provider = event.data.model.split("/", 1)[0] ?? "";
      if (event.type === "model.replied") failures.delete(provider);
      if (event.type === "model.failed" && !event.data.again)
        failures.set(provider, [...(failures.get(provider) ?? []), event.at]);
    }
  }
  return [...failures].flatMap(([provider, times]) => found(provider, times, now));
};

const found = (provider: string, times: readonly number[], now: number): Finding[] => {
  const last = Math.max(...times);
  if (now - last > recentMs) return [];
  const close = times.filter((time) => last - time < windowMs).length;
  const text = `${provider} failed for good ${close === 1 ? "once" : `${close} times`}, last ${age(now - last)}`;
  return [{ name: "breaker", state: "warn", text: close >= failuresToOpen ? `${text}: open for two minutes` : text }];
};
