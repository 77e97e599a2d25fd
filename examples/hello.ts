/** Hello: gives an agent a task, and awaits what comes of it. */
import { agent } from "kelson";

const model = process.env["KELSON_MODEL"] ?? `scripted/${import.meta.dirname}/hello.json`;

const { text, steps } = await agent({ model, cwd: import.meta.dirname }).run("What is in this directory?");

console.log(`${text} (${steps} steps)`);
