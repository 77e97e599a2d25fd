/** The words that start the first process of a sandbox. */
import type { Launch } from "../launcher.ts";
import { limitsOf } from "../limits.ts";
import { seccompFilter } from "../seccomp.ts";
import { firstProcessScript } from "./first-process-script.ts";

/** prctl, prlimit64, setitimer. */
const systemCalls: Partial<Record<NodeJS.Architecture, readonly [number, number, number]>> = {
  x64: [157, 302, 38],
  arm64: [167, 261, 103],
};

/** Makes the words for each command. Throws where there is no filter. */
export const firstProcess = (perl: string): ((program: Launch, mark: string) => string[]) => {
  const filter = Buffer.from(seccompFilter({ sockets: "inside" })).toString("hex");
  const numbers = (systemCalls[process.arch] ?? []).map(String);
  return ({ argv, env, ...program }, mark) => {
    const { memoryBytes = 0, processes = 0, fileBytes = 0, cpuMs = 0 } = limitsOf(program.limits);
    const limits = [memoryBytes, processes, fileBytes, cpuMs].map(String);
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const own = [perl, "-e", firstProcessScript, ...numbers, mark, filter, ...limits];
    return [...own, String(variables.length), ...variables, ...argv];
  };
};
