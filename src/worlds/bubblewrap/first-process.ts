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

/** Which command it is, and the port on its loopback that leads to the egress proxy, if it may reach hosts. */
interface Outside {
  readonly mark: string;
  readonly port: number | undefined;
}

/** Makes the words for each command. Throws where there is no filter. */
export const firstProcess = (perl: string): ((program: Launch, outside: Outside) => string[]) => {
  const filter = Buffer.from(seccompFilter({ sockets: "inside" })).toString("hex");
  const numbers = (systemCalls[process.arch] ?? []).map(String);
  return ({ argv, env, ...program }, { mark, port = 0 }) => {
    const { memoryBytes = 0, processes = 0, fileBytes = 0, cpuMs = 0 } = limitsOf(program.limits);
    const limits = [memoryBytes, processes, fileBytes, cpuMs].map(String);
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const own = [
      perl,
      "-e",
      firstProcessScript,
      otherSubroutines,
      ...numbers,
      mark,
      filter,
      ...limits,
      String(port),
      `${wayOutDirectory}/proxy`,
    ];
    return [...own, String(variables.length), ...variables, ...argv];
  };
};
