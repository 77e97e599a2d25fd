/** A real agent in a directory: scripted turns, a real shell, real snapshots, and a user who edits files while it thinks. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { lateCheckpoints } from "../../src/assembly/late-checkpoints.ts";
import type { CheckpointPlace } from "../../src/contract/checkpoint.ts";
import type { Provider } from "../../src/contract/provider.ts";
import type { Runtime } from "../../src/contract/runtime.ts";
import type { Store } from "../../src/contract/store.ts";
import type { Tool } from "../../src/contract/tool.ts";
import { memory } from "../../src/stores/memory.ts";
import { bash } from "../../src/tools/bash.ts";
import { writeFile } from "../../src/tools/write-file.ts";
import { assembled, type Bench } from "../agent/assembled.ts";
import { playing, type Turn } from "../agent/playing.ts";
import { say } from "../agent/workshop.ts";
import { preamble } from "../checkpoints/edits.ts";
import { picture } from "../checkpoints/picture.ts";

export interface Opening {
  readonly thinks?: (step: number) => void;
  /** Instead of the studio's own. */
  readonly store?: Store;
}

export interface Studio extends AsyncDisposable {
  /** The workspace, and where sessions and snapshots would be. */
  readonly root: string;
  readonly state: string;
  readonly checkpoints: CheckpointPlace;
  readonly write: (path: string, content: string) => void;
  /** Lines of a shell script, done in the workspace at once; a line that fails is no matter. */
  readonly edit: (lines: readonly string[]) => void;
  /** A turn that does such lines with the tool `bash`. */
  readonly doing: (lines: readonly string[]) => Turn;
  /** A runtime whose model plays these turns; `thinks` is called before each reply, with the number of its step. */
  readonly open: (turns: readonly Turn[], more?: Partial<Bench> & Opening) => Runtime;
  /** What the workspace holds, but for what git ignores. */
  readonly shown: () => string[];
  readonly store: Store;
  readonly tools: readonly Tool[];
}

const tools = [bash, writeFile];

export const studio = (store: Store = memory()): Studio => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "kelson-rewind-")));
  const [root, state, scripts] = ["workspace", "state", "scripts"].map((name) => join(top, name)) as [
    string,
    string,
    string,
  ];
  for (const directory of [root, state, scripts]) mkdirSync(directory);
  const checkpoints = lateCheckpoints({ env: { HOME: join(top, "home") } }, state);
  let count = 0;
  const script = (lines: readonly string[]): string => {
    const path = join(scripts, String((count += 1)));
    writeFileSync(path, `${preamble}\nexec 2>/dev/null\n${lines.join("\n")}\ntrue`);
    return path;
  };
  return {
    root,
    state,
    store,
    checkpoints,
    tools,
    write: (path, content) => {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), content);
    },
    edit: (lines) => void execFileSync("/bin/sh", [script(lines)], { cwd: root, stdio: "ignore" }),
    doing: (lines) => ({ calls: [{ name: "bash", input: { command: `/bin/sh ${script(lines)}` } }] }),
    open: (turns, { thinks = () => {}, store: other = store, ...more } = {}) => {
      const provider = watched(playing(turns), thinks);
      return assembled({ provider, tools, checkpoints, ...more }, other);
    },
    shown: () => picture(root, isIgnored),
    [Symbol.asyncDispose]: async () => {
      await checkpoints.close();
      execFileSync("chmod", ["-R", "u+rwX", top]);
      rmSync(top, { recursive: true, force: true });
    },
  };
};

const isIgnored = (path: string): boolean => path === "out" || path.startsWith("out/");

const watched = (provider: Provider, thinks: (step: number) => void): Provider => ({
  ...provider,
  stream: (request, options) => {
    thinks(request.step);
    return provider.stream(request, options);
  },
});

/** A session that was told to do all of it, and is closed. */
export const worked = async (runtime: Runtime, root: string): Promise<string> => {
  const session = await runtime.create({ cwd: root });
  await session.send({ type: "set-mode", id: "mode", mode: "bypass" });
  await say(session, "do it");
  await session.close();
  return session.id;
};
