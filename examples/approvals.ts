/** Approvals: whatever changes something is asked about, and the program answers in place of a person. */
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { agent, type OnAsk } from "kelson";

const model = process.env["KELSON_MODEL"] ?? `scripted/${import.meta.dirname}/approvals.json`;
const cwd = await mkdtemp(join(tmpdir(), "kelson-approvals-"));

// It may write files. Anything else is refused, and the model reads why.
const onAsk: OnAsk = ({ tool, preview }) => {
  console.log(`${tool} asks:\n${preview.trimEnd()}\n`);
  return tool === "write_file" ? "yes" : { decision: "no", text: "only files may be written here" };
};

const { text } = await agent({ model, cwd, onAsk }).run("Write notes.md with one line, and push it.");

console.log(text);
console.log(`notes.md: ${await readFile(join(cwd, "notes.md"), "utf8")}`);
