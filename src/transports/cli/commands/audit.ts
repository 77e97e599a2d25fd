/** `kelson audit`: the log as it is, the proof of it, and what has to be forgotten of it. */
import { Option } from "commander";
import { KelsonError } from "../../../contract/error.ts";
import { type Event, splitData } from "../../../contract/event.ts";
import type { Runtime } from "../../../contract/runtime.ts";
import { cleanJson, cleanLine } from "../../terminal/clean.ts";
import { eraseContent } from "../audit/erase.ts";
import { verifySessions } from "../audit/verify.ts";
import type { Define } from "../define.ts";
import { findSession } from "../find-session.ts";
import type { Surroundings } from "../surroundings.ts";
import { tableText, tableWidth } from "../table-text.ts";
import { anySession, type StoreFlags, storeCommand, withRuntime } from "../store-command.ts";

export const define: Define = (audit, surroundings, end) => {
  storeCommand(audit, "list", "the events of a session as a table")
    .argument(...anySession)
    .action((id, flags) => listEvents(surroundings, id, flags));
  storeCommand(audit, "export", "the events of a session, one a line")
    .argument(...anySession)
    .addOption(formats)
    .action((id, flags) => exportEvents(surroundings, id, flags));
  storeCommand(
    audit,
    "verify",
    "check the chain and the signatures of a session; exit code 1 when it is not what was written",
  )
    .argument(...anySession)
    .option("--all", "check every session, also those that are gone and should not be")
    .option("--json", "one JSON object a line")
    .action(async (id, flags) => end(await verifySessions(surroundings, id, flags)));
  storeCommand(audit, "erase", "erase what was said in a session for good; that it happened stays")
    .argument("<session>", "its id or the beginning of it")
    .option("--seq <seqs...>", "only of these lines")
    .option("--before <time>", "only of lines before a time")
    .option("--yes", "do not ask")
    .action((id, flags) => eraseContent(surroundings, id, flags));
  storeCommand(audit, "key", "the public key that logs are signed with").action((flags) =>
    showKey(surroundings, flags),
  );
};

const formats = new Option("--format <format>", "json has texts too; a bundle can be verified without Kelson")
  .choices(["json", "text", "bundle"])
  .default("json");

const showKey = (surroundings: Surroundings, flags: StoreFlags): Promise<void> =>
  withRuntime(surroundings, flags, (runtime) => {
    const { id, base64 } = runtime.key() ?? noKey();
    surroundings.stdout.write(`${id} ${base64}\n`);
    return Promise.resolve();
  });

const noKey = (): never => {
  throw new KelsonError("not_found", "nothing is signed here");
};

const listEvents = (surroundings: Surroundings, id: string | undefined, flags: StoreFlags): Promise<void> =>
  withRuntime(surroundings, flags, async (runtime) => {
    const events = await eventsIn(runtime, id);
    const rows = events.map((event) => [
      String(event.seq),
      new Date(event.at).toISOString().slice(11, 23),
      String(event.step ?? ""),
      event.type,
      detailOf(event),
    ]);
    const { stdout } = surroundings;
    stdout.write(tableText([["SEQ", "TIME", "STEP", "TYPE", "DETAIL"], ...rows], tableWidth(stdout)));
  });

/** As JSON: whole events, one a line. As text: one line an event, with all that is sealed in it. As a bundle: see docs/security.md. */
const exportEvents = (
  surroundings: Surroundings,
  id: string | undefined,
  flags: StoreFlags & { readonly format: "json" | "text" | "bundle" },
): Promise<void> =>
  withRuntime(surroundings, flags, async (runtime) => {
    if (flags.format === "bundle") return writeBundle(surroundings, runtime, id);
    for (const event of await eventsIn(runtime, id)) {
      if (surroundings.stdout.closed()) return;
      surroundings.stdout.write(flags.format === "json" ? `${cleanJson(JSON.stringify(event))}\n` : eventLine(event));
    }
  });

const writeBundle = async ({ stdout }: Surroundings, runtime: Runtime, id: string | undefined): Promise<void> => {
  const session = (await findSession(runtime, id)).id;
  for await (const line of runtime.bundle(session)) {
    if (stdout.closed()) return;
    stdout.write(`${cleanJson(line)}\n`);
  }
};

const eventsIn = async (runtime: Runtime, id: string | undefined): Promise<Event[]> => {
  const session = (await findSession(runtime, id)).id;
  const events = await Array.fromAsync(runtime.view(session).events());
  if (events.length === 0) throw new KelsonError("not_found", `session ${session} has no events`);
  return events;
};

const eventLine = (event: Event): string => {
  const { sealed } = splitData(event.type, event.data);
  const at = new Date(event.at).toISOString();
  return `${event.seq} ${at} ${event.type} ${cleanLine(cleanJson(JSON.stringify(sealed)))}\n`;
};

/** The sealed fields that fit on a line; marks of content only where nothing else tells. */
const detailOf = (event: Event): string => {
  const fields = Object.entries(splitData(event.type, event.data).sealed)
    .map(([name, value]) => [name, shortValue(value)] as const)
    .filter((field): field is [string, string] => field[1] !== undefined);
  const readable = fields.filter(([name]) => !unreadable.has(name));
  return (readable.length > 0 ? readable : fields)
    .map(([name, value]) => (told.has(name) ? value : `${name}=${value}`))
    .join(" ");
};

/** Names and numbers as they are, of a list the names in it or how long it is. */
const shortValue = (value: unknown): string | undefined => {
  if (["string", "number", "boolean"].includes(typeof value)) return String(value);
  if (!Array.isArray(value)) return undefined;
  const names = value.map((item: unknown) => (isNamed(item) ? item.name : item));
  return names.every(isWord) ? names.join(",") || undefined : String(names.length);
};

const isNamed = (value: unknown): value is { name: unknown } =>
  typeof value === "object" && value !== null && "name" in value;

const isWord = (value: unknown): value is string => typeof value === "string" && !/\s/u.test(value);

const unreadable = new Set(["digest", "mark", "command", "trace", "seal", "signature"]);
const told = new Set(["name", "model", "state", "category", "origin", "rule", "guard", "cwd", "purpose", "source"]);
