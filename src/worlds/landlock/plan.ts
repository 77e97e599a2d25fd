/** What the launcher program is told: the whole sandbox of one command as words. */
import { constants } from "node:fs";
import type { ExecLimits } from "../../contract/world.ts";
import { limitsOf } from "../limits.ts";
import { seccompFilter } from "../seccomp.ts";
import { landlockFilter } from "./filter.ts";
import type { Grant } from "./grants.ts";
import { connectTcp, type Rights } from "./rights.ts";

/** A sandbox for one command. `port` is the only one that may be connected to; absent, there is no network at all. */
export interface Plan {
  readonly rights: Rights;
  readonly grants: readonly Grant[];
  readonly port?: number | undefined;
  readonly limits?: ExecLimits | undefined;
}

/** Throws on a machine that is neither x86_64 nor arm64. */
export const planWords = ({ rights, grants, port = 0, limits }: Plan): string[] => {
  const { files, tcp, scopes } = rights.handled;
  const tcpIsHeld = port !== 0;
  return [
    ...machineNumbers().map(String),
    ...[files, tcp, scopes, port, connectTcp].map(String),
    [seccompFilter({ sockets: tcpIsHeld ? "inside" : "none" }), landlockFilter({ tcp: tcpIsHeld })].map(hex).join(","),
    resourceLimits(limitsOf(limits)).join(","),
    String(grants.length),
    ...grants.map((grant) => `${String(grant.rights)} ${grant.path}`),
  ];
};

/** openat, close, prctl, capset and prlimit64, and how a rule's path is opened: only named, and never through a last link. */
const machineNumbers = (): number[] => {
  const calls = { x64: [257, 3, 157, 126, 302], arm64: [56, 57, 167, 91, 261] };
  if (process.arch !== "x64" && process.arch !== "arm64")
    throw new Error(`the landlock sandbox knows x64 and arm64, and this machine is ${process.arch}`);
  return [...calls[process.arch], openPath | closeOnExec | constants.O_NOFOLLOW];
};

const openPath = 0x20_00_00;
const closeOnExec = 0x08_00_00;

/**
 * RLIMIT_CPU in seconds, RLIMIT_FSIZE, RLIMIT_DATA (private memory that can be written, of each process; RLIMIT_AS would count
 * what Node only reserves) and RLIMIT_NPROC, which counts all processes and threads of the user and does not bind root.
 */
const resourceLimits = ({ cpuMs, fileBytes, memoryBytes, processes }: ExecLimits): string[] => [
  ...(cpuMs === undefined ? [] : [`0=${String(Math.ceil(cpuMs / 1000))}`]),
  ...(fileBytes === undefined ? [] : [`1=${String(Math.ceil(fileBytes))}`]),
  ...(memoryBytes === undefined ? [] : [`2=${String(Math.ceil(memoryBytes))}`]),
  ...(processes === undefined ? [] : [`6=${String(Math.ceil(processes))}`]),
];

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
