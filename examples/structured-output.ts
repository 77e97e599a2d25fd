/** Structured output: the answer has to fit a schema, is sent back once if it does not, and has the schema's type. */
import { agent } from "kelson";
import { z } from "zod";

const model = process.env["KELSON_MODEL"] ?? `scripted/${import.meta.dirname}/structured-output.json`;

const Ship = z.object({ name: z.string(), built: z.int(), masts: z.int() });

const result = await agent({ model, tools: [], output: Ship }).run("Which ship took Darwin around the world?");

if (result.ok) console.log(`${result.output.name}: ${2026 - result.output.built} years, ${result.output.masts} masts`);
else console.error(result.error.message);
