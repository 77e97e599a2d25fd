/** `kelson sessions`: what is kept, and keeping it in order. */
import { Option } from "commander";
import type { Define } from "../define.ts";
import { exportFormats, exportSession, importSession } from "../sessions/carry.ts";
import { diffSession } from "../sessions/diff.ts";
import { nameSession, pruneSessions, removeSessions } from "../sessions/keep.ts";
import { listSessions } from "../sessions/list.ts";
import { searchSessions } from "../sessions/search.ts";
import { showSession } from "../sessions/show.ts";
import { anySession, storeCommand } from "../store-command.ts";

export const define: Define = (sessions, surroundings) => {
  storeCommand(sessions, "list", "all sessions, latest change first")
    .option("--all", "also the log of what is known of you")
    .option("--json", "one JSON object a line")
    .option("--tree", "forks below the session that they were forked from")
    .action((flags) => listSessions(surroundings, flags));
  storeCommand(sessions, "show", "what happened in a session")
    .argument(...anySession)
    .option("--verbose", "with reasoning and outputs")
    .option("--uncompacted", "also what made way for a summary")
    .action((id, flags) => showSession(surroundings, id, flags));
  storeCommand(sessions, "diff", "what the calls of a session changed in its files")
    .argument(...anySession)
    .option("--step <n>", "only those of this step")
    .option("--call <id>", "only this call")
    .option("--stat", "a line a file")
    .option("--json", "one JSON object")
    .action((id, flags) => diffSession(surroundings, id, flags));
  storeCommand(sessions, "search", "what was said where these words stand, best first")
    .argument("<words...>")
    .option("--here", "only in sessions of this directory's project")
    .option("--limit <count>", "how many hits at most", "20")
    .option("--json", "one JSON object a line")
    .action((words: string[], flags) => searchSessions(surroundings, words.join(" "), flags));
  storeCommand(sessions, "export", "its log as JSON lines, with seals and bodies; or to be read")
    .argument(...anySession)
    .addOption(
      new Option("--format <format>", "jsonl can be verified and imported; html is one page that verifies itself")
        .choices(exportFormats)
        .default("jsonl"),
    )
    .option("-o, --output <file>", "write to a new file")
    .action((id, flags) => exportSession(surroundings, id, flags));
  storeCommand(sessions, "import", "keep a session that was exported, if its chain holds")
    .argument("<file>")
    .action((file, flags) => importSession(surroundings, file, flags));
  storeCommand(sessions, "name", "give a session a title")
    .argument("<session>")
    .argument("<title...>")
    .action((id, words: string[], flags) => nameSession(surroundings, id, { ...flags, title: words.join(" ") }));
  storeCommand(sessions, "prune", "remove sessions in which nothing has happened for a while")
    .requiredOption("--older-than <age>", "such as 12h, 30d or 8w")
    .option("--dry-run", "only say which")
    .action((flags) => pruneSessions(surroundings, flags));
  storeCommand(sessions, "rm", "remove sessions")
    .argument("<session...>")
    .action((ids, flags) => removeSessions(surroundings, ids, flags));
};
