/** The local world: files and processes of this machine, with checks but without a kernel sandbox. */
import { stat } from "node:fs/promises";
import { KelsonError, sentenceOf } from "../contract/error.ts";
import {
  type Allowance,
  CallBlocked,
  type Confine,
  type Confinement,
  holdsPrograms,
  type OpenWorld,
  type World,
} from "../contract/world.ts";
import { effect } from "../contract/terms.ts";
import { bareCommands, confinementOf } from "./confinement.ts";
import { freshEnvironment } from "./environment.ts";
import { execute, type Place } from "./execute.ts";
import { fileError } from "./file-error.ts";
import { webFetch } from "./fetch.ts";
import { files } from "./files.ts";
import { bothAllow, type Gate, gate, type Guard } from "./gate.ts";
import { canWalk, type HoldDirectory, lookedAt, walked } from "./held-directory.ts";
import { launched } from "./launched.ts";
import type { Launch, Launcher, OpenLauncher, Writes } from "./launcher.ts";
import { isInside, realPath, resolveTargets, type Roots } from "./paths.ts";
import { searchEngine } from "./search-engine.ts";
import { requireHolds } from "./require-holds.ts";
import { type SearchEngine, type SearchParts, searches } from "./search.ts";
import { runningCommands } from "./running.ts";
import { childrenOnly, spawner } from "./spawner.ts";

/** What the worlds of one `local()` share. */
export interface LocalOptions {
  /** This process's own environment, from which commands get only what is harmless. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Path of ripgrep's binary; absent, the packaged one. Where it does not run, searches walk the tree themselves. */
  readonly ripgrep?: string;
  /** Whether programs are started through a helper process, where that works; absent, yes. */
  readonly helper?: "yes" | "no";
  /** Further directories to work in. The worlds cannot be opened when one of them is not there. */
  readonly directories?: readonly string[];
  /** Whether paths are used through directories that are held open, where that works; absent, yes. */
  readonly held?: "yes" | "no";
  /** Files that only calls use which are allowed them by name, and that searches pass over. Absent, none. */
  readonly guard?: Guard;
  /** The sandbox of commands; absent, none. */
  readonly launcher?: OpenLauncher;
  /** What commands in the sandbox may write; absent, the workspace. */
  readonly writes?: Writes;
}

/** Opens directories of this machine. The helper that starts their programs lives from the first to the last of them. */
export const local = (options: LocalOptions = {}): OpenWorld => {
  const { env = process.env, ripgrep, helper = "yes", held = "yes", writes = "workspace-write" } = options;
  const { guard = () => undefined } = options;
  const environment = freshEnvironment(env);
  const programs = helper === "yes" ? spawner(environment) : childrenOnly();
  const isHeld = held === "yes" && canWalk();
  const hold = isHeld ? walked : lookedAt;
  const engine = searchEngine(programs.spawn, hold, ripgrep);
  let open = 0;
  return async (directory) => {
    const roots = await allRoots(directory, options.directories ?? []);
    const launcher = await options.launcher?.({
      roots,
      writes,
      env,
      spawn: helper === "yes" ? programs.spawn : undefined,
    });
    open += 1;
    programs.start();
    return localWorld({
      roots,
      hold,
      confinement: () => confinementOf(isHeld ? "held" : "looked at", launcher?.confinement ?? bareCommands),
      engine:
        launcher === undefined
          ? engine
          : confinedEngine(roots, searchEngine(launched(programs.spawn, launcher), hold, ripgrep), engine),
      guard,
      fetch: webFetch(env),
      place: { env: environment, spawn: programs.spawn },
      launcher,
      closed: async () => {
        await launcher?.close();
        open -= 1;
        if (open === 0) await programs.close();
      },
    });
  };
};

interface Parts extends Pick<SearchParts, "engine"> {
  readonly guard: Guard;
  readonly roots: Roots;
  readonly hold: HoldDirectory;
  readonly confinement: () => Confinement;
  readonly fetch: (pass: Gate) => World["fetch"];
  readonly place: Omit<Place, "cwd" | "launch">;
  readonly launcher: Launcher | undefined;
  readonly closed: () => Promise<void>;
}

/**
 * A world that is not narrowed holds file methods to the root and allows every effect; a narrowed one is as its allowance
 * says, and closing it closes nothing.
 */
const localWorld = ({ roots, guard, hold, confinement, engine, fetch, place, launcher, closed }: Parts): World => {
  const [root] = roots;
  const running = runningCommands();
  let closing: Promise<void> | undefined;
  const search = { engine, isHidden: (real: string) => guard(real, "read") !== undefined };

  const world = (pass: Gate, bound: Allowance): World => ({
    root,
    roots,
    describe: confinement,
    files: { ...files(pass, hold), ...searches(pass, roots, search) },
    exec: async (command) => {
      const { confine, reads } = command;
      requireEffects(pass, confine, confinement());
      requireHolds(bound.reliesOn ?? [], confinement());
      const cwd = command.cwd === undefined ? root : await workingDirectory(pass, command.cwd);
      const { hosts, denied, reliesOn, connected } = confine?.network === "nothing" ? { ...bound, hosts: [] } : bound;
      const writes = confine?.writes === "nothing" ? "read-only" : undefined;
      const launch =
        launcher &&
        ((program: Launch) => launcher.launch({ ...program, writes, reads, hosts, denied, reliesOn, connected }));
      return running.add(await execute(command, { ...place, cwd, launch }));
    },
    fetch: fetch(pass),
    resolve: (targets) => resolveTargets(roots, targets),
    narrow: (allowance) => {
      const both = bothAllow(bound, allowance);
      return { ...world(gate(roots, guard, both), both), close: () => Promise.resolve() };
    },
    close: () => (closing ??= running.end().then(closed)),
  });

  const everything = { effects: effect.options, anywhere: true };
  return world(gate(roots, guard, { ...everything, anywhere: false }), everything);
};

/** What a sandbox holds needs no leave to run; what it lets through does. */
const requireEffects = (pass: Gate, confine: Confine | undefined, confinement: Confinement): void => {
  if (confine === undefined) return pass.effect("execute");
  if (!holdsPrograms(confinement) && !pass.allowance.effects.includes("execute")) {
    const { sandbox } = confinement;
    const lack = sandbox === "none" ? "there is none" : `${sandbox} does not hold all of that`;
    throw new CallBlocked(
      `this call may start a program only in a sandbox that holds what it writes, which secrets it reads and whom it reaches, and here ${lack}`,
    );
  }
  if (confine.writes === "workspace") pass.effect("write");
  if (confine.network === "hosts") pass.effect("network");
};

const workingDirectory = async (pass: Gate, path: string): Promise<string> => {
  const real = await pass.path(path);
  await requireDirectory("run in", path, real);
  return real;
};

/** What follows links, as a search by name may, goes no further than commands do; but a call that may go anywhere goes there. */
const confinedEngine =
  (roots: Roots, inside: () => Promise<SearchEngine>, outside: () => Promise<SearchEngine>): SearchParts["engine"] =>
  (directory) =>
    isInside(roots, directory) ? inside() : outside();

/** The session's directory, and those others that are not inside of it or of each other. */
const allRoots = async (directory: string, further: readonly string[]): Promise<Roots> => {
  const root = await realDirectory(directory);
  const others = await Promise.all(further.map(furtherDirectory));
  const isFirst = (other: string, index: number): boolean => !isInside([root, ...others.slice(0, index)], other);
  return [root, ...others.filter(isFirst)];
};

const furtherDirectory = (path: string): Promise<string> =>
  realDirectory(path, "work in the further directory").catch((cause: unknown) => {
    throw new KelsonError("bad_input", sentenceOf(cause), { cause });
  });

const realDirectory = async (path: string, verb = "open"): Promise<string> => {
  const real = await realPath(["/"], path);
  await requireDirectory(verb, path, real);
  return real;
};

const requireDirectory = async (verb: string, path: string, real: string): Promise<void> => {
  try {
    if ((await stat(real)).isDirectory()) return;
  } catch (cause) {
    throw fileError(verb, path, cause);
  }
  throw new Error(`cannot ${verb} ${path}: it is not a directory`);
};
