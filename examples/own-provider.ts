/** A model of one's own: a provider is a name, what it can do, and a stream of parts. */
import { agent, type Provider, ProviderError } from "kelson";

/** Answers with what it was told last, backwards. A real one would throw ProviderErrors; the agent tries again by their category. */
const mirror: Provider = {
  model: "example/mirror",
  capabilities: { images: false, reasoning: false },
  async *stream({ messages }, { signal }) {
    if (signal.aborted) throw new ProviderError("interrupted", "the call was cut off");
    const last = messages.findLast(({ role }) => role === "user");
    const text = last?.role === "user" && last.parts[0]?.type === "text" ? last.parts[0].text : "";
    yield [{ type: "text", id: "answer", text: Array.from(text).toReversed().join("") }];
    yield [{ type: "finish", stop: "end" }];
  },
};

const { text, costUsd } = await agent({ model: mirror, tools: [] }).run("keel");

console.log(`${text}, for ${costUsd === undefined ? "a price that nobody knows" : `${costUsd} USD`}`);
