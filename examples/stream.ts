/** Streaming: prints the model's words as it writes them. */
import { agent } from "kelson";

const model = process.env["KELSON_MODEL"] ?? `scripted/${import.meta.dirname}/stream.json`;

const run = agent({ model, tools: [], system: "You are a poet." }).run("A haiku about a keel.", { stream: "token" });

for await (const token of run) process.stdout.write(token);

const { usage } = await run;
console.log(`\n— ${usage.output} tokens`);
