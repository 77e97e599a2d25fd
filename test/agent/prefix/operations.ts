/** What may happen to a session between and during its runs: a table, a line each. */
import { slidingWindow } from "../../../src/agent/sliding-window.ts";
import { ProviderError } from "../../../src/contract/error.ts";
import { mode } from "../../../src/contract/terms.ts";
import type { Tool } from "../../../src/contract/tool.ts";
import { cancel, say, tell } from "../workshop.ts";
import { layer, type Stage } from "./stage.ts";
import { models } from "./wires.ts";

/** Changes the stage, works with it, or both; `pick` draws what is left open. The test then says something to it. */
type Operation = (stage: Stage, pick: number) => Promise<unknown> | void;

/** Changes what counts from the next opening on, and opens. */
const reopened =
  (change: (stage: Stage, pick: number) => void): Operation =>
  (stage, pick) => {
    change(stage, pick);
    return stage.reopen();
  };

/** Has a layer of that name say something else; the layer may be new. */
const says =
  (name: Parameters<typeof layer>[0]): Operation =>
  (stage, pick) => {
    const anew = layer(name, `${name} number ${pick % 3}`);
    stage.layers = [...stage.layers.filter(({ source }) => source !== anew.source), anew];
  };

let modes = 0;
let compactions = 0;
let skills = 0;

export const operations: Readonly<Record<string, Operation>> = {
  "goes on": () => {},
  "is opened again": (stage) => stage.reopen(),
  "is killed while it waits for the model": async (stage) => {
    await stage.hang("request", "killed while thinking");
    await stage.reopen();
  },
  "is killed while a call runs": async (stage) => {
    await stage.hang("call", "killed while working");
    await stage.reopen();
  },
  "is cancelled": async (stage) => {
    await stage.hang("request", "cancelled");
    await cancel(stage.session());
    await stage.session().rest();
  },
  "is steered": async (stage, pick) => {
    await tell(stage.session(), "one thing");
    await tell(stage.session(), `rather number ${pick}`, true);
    await stage.session().rest();
  },
  "has a queue": async (stage, pick) => {
    for (const text of ["one", "two", "three"]) await tell(stage.session(), `${text} ${pick}`);
    await stage.session().rest();
  },
  "gets another mode": (stage, pick) =>
    stage.session().send({
      type: "set-mode",
      id: `mode ${(modes += 1)}`,
      mode: mode.options[pick % mode.options.length] ?? "default",
    }),
  "has a new environment": says("environment"),
  "has new instructions": says("instructions"),
  "has a new base prompt": says("system"),
  "meets failures": (stage) => {
    stage.failures.push(new ProviderError("server", "500"), new ProviderError("network", "cut"));
  },
  "falls back to another model": (stage) => {
    stage.failures.push(new ProviderError("invalid_request", "404"));
  },
  "goes on with another model": reopened((stage, pick) => {
    stage.model = models[pick % models.length] ?? models[0];
  }),
  "has another tool": reopened((stage, pick) => {
    stage.tools = [...stage.tools, { ...stage.tools[0]!, name: `tool-${stage.tools.length}-${pick % 2}` }];
  }),
  "lacks a tool": reopened((stage, pick) => {
    const index = pick % stage.tools.length;
    if (stage.tools.length > 1) stage.tools = stage.tools.toSpliced(index, 1);
  }),
  "has a tool that is described otherwise": reopened((stage, pick) => {
    stage.tools = stage.tools.map((tool, index): Tool =>
      index === 0 ? { ...tool, description: `looks ${pick % 4}` } : tool,
    );
  }),
  "has a window": reopened((stage, pick) => {
    stage.compaction = slidingWindow(8 + (pick % 24));
  }),
  "has no window": reopened((stage) => {
    stage.compaction = undefined;
  }),
  "is compacted by hand": async (stage, pick) => {
    await stage.session().send({ type: "compact", id: `compact ${(compactions += 1)}`, focus: `number ${pick}` });
    await stage.session().rest();
  },
  "is told to use a skill": async (stage, pick) => {
    const skill = { name: "how", source: "user", digest: `${pick % 3}`, allowedTools: ["look", "delegate"] } as const;
    const parts = [{ type: "text", text: `/how ${pick}\n\nDo it so.` } as const];
    await stage.session().send({
      type: "say",
      id: `skill ${(skills += 1)}`,
      parts,
      skill: { ...skill, allowedTools: [...skill.allowedTools] },
    });
    await stage.session().rest();
  },
  "is forked": (stage) => stage.fork(),
  "forgets a few lines": async (stage, pick) => {
    await erase(stage, { seqs: [pick % 40, 40 + (pick % 60)] });
  },
  "forgets what is old": async (stage) => {
    await erase(stage, { before: Date.now() });
  },
};

const erase = async (stage: Stage, which: { seqs: number[] } | { before: number }): Promise<void> => {
  await say(stage.session(), "before it is erased");
  await stage.session().close();
  await stage.runtime().erase(stage.session().id, which).catch(tooShort);
  await stage.reopen();
};

/** A session that has no such line yet. */
const tooShort = (error: unknown): void => {
  if (!String(error).includes("has no line")) throw error;
};
