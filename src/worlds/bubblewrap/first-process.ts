/** The words that start the first process of a sandbox. */
import type { Launch } from "../launcher.ts";
import { limitsOf } from "../limits.ts";
import { seccompFilter } from "../seccomp.ts";
import { firstProcessScript, otherSubroutines } from "./first-process-script.ts";
import { wayOutDirectory } from "./mounts.ts";

/** prctl, prlimit64, setitimer. */
const systemCalls: Partial<Record<NodeJS.Architecture, readonly [number, number, number]>> = {
  x64: [157, 302, 38],
  arm64: [167, 261, 103],
};

/** Makes the words of a first process with a mark; alone, it waits for those of its command. Throws where there is no filter. */
export const firstProcess = (perl: string): ((mark: string) => string[]) => {
  const filter = Buffer.from(seccompFilter({ sockets: "inside" })).toString("hex");
  const numbers = (systemCalls[process.arch] ?? []).map(String);
  return (mark) => [perl, "-e", firstProcessScript, otherSubroutines, ...numbers, mark, filter];
};

/** The words of its command; `port` on its loopback leads to the egress proxy, if it may reach hosts. */
export const commandWords = ({ argv, env, ...program }: Launch, port = 0): string[] => {
  const { memoryBytes = 0, processes = 0, fileBytes = 0, cpuMs = 0 } = limitsOf(program.limits);
  const limits = [memoryBytes, processes, fileBytes, cpuMs].map(String);
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return [...limits, String(port), `${wayOutDirectory}/proxy`, String(variables.length), ...variables, ...argv];
};
