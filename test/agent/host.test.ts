/** The agent is a host as tools need it. */
import { stateOf, status } from "../../src/folds/status/status.ts";
import { textOf } from "../../src/contract/message.ts";
import { messages } from "../../src/folds/messages.ts";
import { hostConformance } from "../../src/testing/conformance/host.ts";
import { playing } from "./playing.ts";
import { answer, eventsOf, say, type Work, workshop } from "./workshop.ts";

/** The id that the playing model gives its first call. */
const call = "call_1_0";

hostConformance("the agent", async (tool) => {
  const provider = playing([{ calls: [{ name: tool.name, input: {} }] }, { text: "Done." }]);
  let work: Work = await workshop({ provider, tools: [tool], mode: "bypass" });
  await say(work.session, "order a hat");
  return {
    waiting: async () => {
      if (stateOf(await work.session.read(status)) !== "waiting_for_input") return undefined;
      const asked = (await eventsOf(work)).findLast(({ type }) => type === "call.asked");
      if (asked?.type !== "call.asked") return undefined;
      const { question = "", options } = asked.data;
      return { question, ...(options !== undefined && { options }) };
    },
    answer: async (text) => void (await answer(work.session, call, "yes", { text })),
    refuse: async (text) => void (await answer(work.session, call, "no", { text })),
    reopen: async () => {
      await work.session.close();
      work = { ...work, session: await work.runtime.open(work.session.id) };
    },
    result: async () => {
      const read = (await work.session.read(messages)).messages.findLast(({ role }) => role === "tool");
      return read?.role === "tool" ? textOf(read.results[0]?.parts ?? []) : undefined;
    },
  };
});
