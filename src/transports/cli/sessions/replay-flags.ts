/** The flags of `kelson replay`, and which of them make no sense beside each other. */
import { KelsonError } from "../../../contract/error.ts";
import type { StoreFlags } from "../store-command.ts";
import type { ForkPlace } from "./forked.ts";

export interface ReplayFlags extends StoreFlags, ForkPlace {
  readonly check?: boolean;
  readonly tools?: "real";
  readonly keep?: boolean;
  readonly junit?: string;
  readonly json?: boolean;
  readonly speed?: string;
  readonly from?: string;
  readonly model?: string;
}

/** Each way to replay a session, with the flags that may stand beside it. */
const ways = {
  speed: [],
  from: ["model", "copy", "worktree"],
  compared: ["check", "tools", "keep", "junit", "json"],
} as const;

/** KelsonError `bad_input`: flags of two ways, flags that need another one, or more sessions than one for a way that is about one. */
export const wayOf = (names: readonly string[], flags: ReplayFlags): keyof typeof ways => {
  const way = flags.speed !== undefined ? "speed" : flags.from !== undefined ? "from" : "compared";
  const beside: readonly string[] = ways[way];
  const stranger = Object.keys(flags).find((flag) => flag !== way && flag !== "stateDir" && !beside.includes(flag));
  if (stranger !== undefined) {
    const why = way === "compared" ? "says how a session goes on live, and needs --from <step>" : notBeside[way];
    throw new KelsonError("bad_input", `--${stranger} ${why}`);
  }
  if (flags.keep && flags.tools === undefined)
    throw new KelsonError("bad_input", "--keep keeps the copy that calls run in again, and needs --tools real");
  if (way !== "compared" && names.length > 1)
    throw new KelsonError("bad_input", `--${way} is about one session, got ${names.length}: ${names.join(", ")}`);
  return way;
};

const notBeside = {
  speed: "makes no sense beside --speed, which only shows what happened",
  from: "makes no sense beside --from, which leaves the record and goes on live",
};
