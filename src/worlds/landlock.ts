/** The Landlock sandbox: commands confine themselves before they start, where namespaces are missing. It needs Linux 5.13 and Perl. */
import { realpath, rm } from "node:fs/promises";
import { relative } from "node:path";
import { egress } from "./egress/egress.ts";
import { findProgram } from "./find-program.ts";
import { guardedPlaces } from "./guarded-places.ts";
import { hiddenPlaces } from "./hidden-places.ts";
import { confined } from "./landlock/confined.ts";
import { landlockConfinement } from "./landlock/confinement.ts";
import { keeper } from "./landlock/keeper.ts";
import type { Places } from "./landlock/places.ts";
import { rightsOf } from "./landlock/rights.ts";
import { testedVersion } from "./landlock/self-test.ts";
import { type Launched, type OpenLauncher, strictest, type Writes } from "./launcher.ts";
import { ownDirectory } from "./own-directory.ts";
import { isInside, type Roots } from "./paths.ts";
import { workspaceSecrets } from "./workspace-secrets.ts";

/** Rejects with one sentence where there is no Landlock, no Perl, or where a test shows that something is not held. */
export const landlock: OpenLauncher = async ({ roots, writes, env, hidden }) => {
  const perl = findPerl(roots, env["PATH"]);
  const abi = await testedVersion(perl);
  const rights = rightsOf(abi);
  const temporary = await realpath(ownDirectory("landlock"));
  const proxy = egress();
  const kept = keeper();

  // Beside a hidden file nothing new could be read or made, which would break ordinary work: so those that are there are seen.
  const elsewhere = new Set(hiddenPlaces({ roots: [], env, more: hidden }));
  const inside = roots.flatMap(workspaceSecrets).filter((path) => !elsewhere.has(path));
  const seen = writes === "read-only" ? [] : inside;
  const placesNow = (may: Writes = writes): Places => {
    const workspace = may === "read-only" ? [] : [...roots, ...guardedPlaces(roots).writable];
    const hiding = may === "read-only" || seen.length === 0 ? roots : [];
    return { writable: [...workspace, temporary], hidden: hiddenPlaces({ roots: hiding, env, more: hidden }) };
  };
  const perlProgram = (words: readonly string[]): Launched =>
    confined(
      { argv: [perl, ...words], cwd: "/", env: {} },
      { perl, rights, places: placesNow(), temporary, file: perl },
    );

  return {
    confinement: landlockConfinement(abi, { writes, seen: seen.map((path) => relative(roots[0], path)) }),
    launch: async (program) => {
      const file = findProgram(program.argv[0], program.cwd, program.env["PATH"]);
      const { hosts = [], denied, connected } = program;
      const may = strictest(writes, program.writes);
      const way =
        hosts.length > 0 && rights.handled.tcp > 0 ? await proxy.admit({ hosts, denied, connected }) : undefined;
      const started = { ...program, env: { ...program.env, ...way?.env } };
      const release = may === "read-only" ? undefined : kept.hold(guardedPlaces(roots), perlProgram);
      return {
        ...confined(started, { perl, rights, places: placesNow(may), temporary, file, port: way?.port }),
        ended: () => {
          way?.end();
          release?.();
        },
      };
    },
    close: async () => {
      await proxy.close();
      await rm(temporary, { recursive: true, force: true });
    },
  };
};

/** Only where a command could not have written to. */
const findPerl = (roots: Roots, path = ""): string => {
  const trusted = path.split(":").filter((directory) => directory.startsWith("/") && !isInside(roots, directory));
  try {
    return findProgram("perl", "/", ["/usr/bin", "/bin", "/usr/local/bin", ...trusted].join(":"));
  } catch (cause) {
    throw new Error("the landlock sandbox needs Perl, and no perl was found on the PATH", { cause });
  }
};
