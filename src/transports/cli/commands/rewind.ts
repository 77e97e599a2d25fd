/** `kelson rewind`: back to a step of a session, its files, its conversation, or both; and that undone. */
import { KelsonError } from "../../../contract/error.ts";
import type { RewindRequest, Rewound } from "../../../contract/rewind.ts";
import type { Runtime } from "../../../contract/runtime.ts";
import { cleanJson } from "../../terminal/clean.ts";
import { confirmed } from "../confirmed.ts";
import type { Define } from "../define.ts";
import { findSession } from "../find-session.ts";
import { anySession, stateDirectory, type StoreFlags, withRuntime } from "../store-command.ts";
import type { Output, Surroundings } from "../surroundings.ts";
import { doneText, pointsText, previewText } from "../sessions/rewind-text.ts";
import { tableWidth } from "../table-text.ts";
import { wholeNumber } from "../whole-number.ts";

interface RewindFlags extends StoreFlags {
  readonly to?: string;
  readonly files?: boolean;
  readonly conversation?: boolean;
  readonly both?: boolean;
  readonly undo?: boolean;
  readonly list?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly replaceEdited?: boolean;
  readonly json?: boolean;
}

export const define: Define = (command, surroundings) => {
  command
    .argument(...anySession)
    .option("--to <step>", "the last step that stays, 0 for none; by default the last one before your last message")
    .option("--files", "only the files")
    .option("--conversation", "only the conversation, which goes on in a new session")
    .option("--both", "the files and the conversation (this is what is done unless it is said)")
    .option("--undo", "undo the last rewind of files; once more, and that is undone")
    .option("--list", "the steps that can be gone back to")
    .option("--replace-edited", "also put back what somebody edited meanwhile")
    .option("--dry-run", "only say what would be done")
    .option("--yes", "do not ask")
    .option("--json", "one JSON object")
    .option(...stateDirectory)
    .action((id: string | undefined, flags: RewindFlags) =>
      withRuntime(surroundings, flags, async (runtime) => {
        const session = (await findSession(runtime, id)).id;
        await (flags.list
          ? list(surroundings, runtime, { session, flags })
          : go(surroundings, runtime, { session, flags }));
      }),
    );
};

interface Asked {
  readonly session: string;
  readonly flags: RewindFlags;
}

const list = async ({ stdout, now }: Surroundings, runtime: Runtime, { session, flags }: Asked): Promise<void> => {
  const points = await runtime.points(session);
  stdout.write(flags.json ? `${cleanJson(JSON.stringify(points))}\n` : pointsText(points, now(), tableWidth(stdout)));
};

const go = async (surroundings: Surroundings, runtime: Runtime, { session, flags }: Asked): Promise<void> => {
  const { stdout, stderr } = surroundings;
  const request = requestOf(flags);
  const rewind = (preview: boolean): Promise<Rewound> =>
    flags.undo
      ? runtime.undoRewind(session, { ...request, preview })
      : runtime.rewind(session, { ...request, preview });
  const planned = await rewind(true);
  const talks = !flags.undo && request.what !== "files";
  const tell = (rewound: Rewound, text: string, to: Output): void =>
    flags.json ? stdout.write(`${cleanJson(JSON.stringify(rewound))}\n`) : to.write(text);
  if (flags.dryRun) return tell(planned, previewText(planned, talks), stdout);
  if (!flags.json) stderr.write(previewText(planned, talks));
  if (!flags.yes) await confirmed(surroundings, "Do it?", unconfirmed);
  const done = await rewind(false);
  tell(done, doneText(done), stderr);
  if (done.fork !== undefined && !flags.json) stdout.write(`${done.fork}\n`);
};

const unconfirmed = {
  nobody: "rewinding writes over files or leaves messages behind, so it needs --yes where nobody can be asked",
  no: "nothing was rewound",
};

const requestOf = ({ to, files, conversation, both, undo, replaceEdited }: RewindFlags): RewindRequest => {
  const chosen = [files && "files", conversation && "conversation", both && "both"].filter((one) => one !== undefined);
  if (chosen.length > 1)
    throw new KelsonError("bad_input", "--files, --conversation and --both cannot stand together; name one");
  if (undo && (to !== undefined || chosen.length > 0))
    throw new KelsonError("bad_input", "--undo takes back the last rewind of files as a whole; name nothing else");
  return {
    what: (chosen[0] ?? "both") as RewindRequest["what"],
    ...(to !== undefined && { to: wholeNumber("--to", to) }),
    ...(replaceEdited && { edited: "replace" as const }),
  };
};
