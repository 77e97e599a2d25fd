/** A tool of one's own: a zod schema says what it takes, and `effects` what it does to the world. */
import { agent, tool } from "kelson";
import { z } from "zod";

const model = process.env["KELSON_MODEL"] ?? `scripted/${import.meta.dirname}/own-tool.json`;

const tides: Record<string, string> = { Bristol: "12.3 m", Dover: "5.9 m" };

const tide = tool({
  name: "tide",
  description: "The tidal range of a harbour today.",
  input: z.object({ harbour: z.string().describe("for example Dover") }),
  // A table has no effects, so nobody is asked. What is not said counts as `external`, and is asked about.
  effects: [],
  run: ({ harbour }) => tides[harbour] ?? `no tide table for ${harbour}`,
});

const { text } = await agent({ model, tools: [tide] }).run("Where is the tide higher, in Bristol or in Dover?");

console.log(text);
