/** What the terminal program needs of the command line: other sessions, other models, and what other commands say. */
import { KelsonError } from "../../../contract/error.ts";
import type { Runtime, Session } from "../../../contract/runtime.ts";
import type { Desk, Place as ScreenPlace } from "../../tui/desk.ts";
import { findSession } from "../find-session.ts";
import { configurationFlags } from "../flags.ts";
import { goingOn } from "../going-on.ts";
import { leaveSession } from "../leave-session.ts";
import type { Output, Surroundings } from "../surroundings.ts";
import { filesText, previewText } from "../sessions/rewind-text.ts";
import type { Beginning } from "./chat.ts";
import {
  callable,
  closePlace,
  inMode,
  openPlace,
  type Opening,
  type Place,
  rewindPlace,
  withOtherModel,
} from "./place.ts";

export interface OpenDesk extends Desk {
  /** Gives back whether the session is still there. */
  readonly close: () => Promise<boolean>;
}

export interface DeskParts {
  readonly surroundings: Surroundings;
  readonly beginning: Omit<Beginning, "message">;
  readonly themes: Desk["themes"];
}

export const openDesk = async ({ surroundings, beginning, themes }: DeskParts): Promise<OpenDesk> => {
  const { flags, configuration, cwd, open } = beginning;
  let opening: Opening = { surroundings, cwd, saved: flags.session, interactive: true };
  let place = await inMode(surroundings, await openPlace(opening, configuration, open));

  const shown = (): ScreenPlace => ({ ...place, effort: place.configuration.effort, cwd: opening.cwd });
  const another = async (typed: string): Promise<Place> => {
    if (!opening.saved)
      throw new KelsonError("bad_input", "with --no-session there are no other sessions to go on with");
    const find = (runtime: Runtime) => findSession(runtime, typed);
    const found = await goingOn(surroundings, configurationFlags({ ...flags }), find);
    if (found.id === place.session.id) return place;
    // Where nothing ever ran there is no model to go on with but the present one.
    const { model, baseUrl, apiKey } = place.configuration;
    const configured = { model, baseUrl, apiKey, ...found.configuration };
    const elsewhere = { ...opening, cwd: found.cwd };
    const next = await openPlace(elsewhere, configured, async (runtime) => (await found.open(runtime)).session);
    opening = elsewhere;
    return next;
  };
  const anew = async (): Promise<Place> =>
    inMode(surroundings, { ...place, session: await place.runtime.create({ cwd: opening.cwd }) });
  return {
    place: shown,
    switchModel: async (model, { effort = place.configuration.effort } = {}) => {
      const from = { ...place, configuration: { ...place.configuration, ...(effort !== undefined && { effort }) } };
      place = await withOtherModel(opening, from, model);
      return shown();
    },
    switchSession: async (id) => {
      const before = place;
      place = id === undefined ? await anew() : await another(id);
      const kept = before.session === place.session || (await leaveSession(before.runtime, before.session));
      if (before.runtime !== place.runtime) await before.runtime.close();
      return { kept };
    },
    rewind: async (request, preview = false) => {
      const { place: next, outcome } = await rewindPlace(place, (runtime, id) =>
        request === "undo" ? runtime.undoRewind(id, { preview }) : runtime.rewind(id, { ...request, preview }),
      );
      place = next;
      if (outcome.status === "rejected") throw outcome.reason;
      const rewound = outcome.value;
      const talks = request !== "undo" && request.what !== "files";
      return { rewound, text: preview ? previewText(rewound, talks) : filesText(rewound) };
    },
    models: async (text) => (await surroundings.assemble()).models(text, place.configuration).models,
    skills: () => callable(opening, place),
    themes,
    keepTheme: async (name) => (await surroundings.configuration()).set("theme", name),
    report: (words, heard) => reported(words, { surroundings, place, cwd: opening.cwd, heard }),
    newId: surroundings.newId,
    now: surroundings.now,
    env: surroundings.env,
    version: surroundings.version,
    close: () => closePlace(place),
  };
};

interface Reporting extends Pick<Opening, "surroundings" | "cwd"> {
  readonly place: Place;
  readonly heard: ((text: string) => void) | undefined;
}

/** Through the runtime that is open: a second one of this process would take its leases away. */
const reported = async (words: readonly string[], { surroundings, place, cwd, heard }: Reporting): Promise<string> => {
  const said: string[] = [];
  const write = (text: string): void => {
    said.push(text);
    heard?.(text);
  };
  const output: Output = { terminal: false, columns: 80, closed: () => false, write };
  const nobody = { terminal: false, all: () => Promise.resolve(""), line: () => Promise.resolve(undefined) };
  const assemble = { ...(await surroundings.assemble()), withoutModel: () => Promise.resolve(lent(place)) };
  const code = await surroundings.run({
    ...surroundings,
    argv: words,
    cwd,
    stdin: nobody,
    stdout: output,
    stderr: output,
    onSignal: () => () => {},
    assemble: () => Promise.resolve(assemble),
  });
  const text = said.join("");
  // 1 says that something differs or is missing, which is what was asked for.
  if (code > 1) throw new KelsonError("bad_input", text.trim().replace(/^Error: /u, ""));
  return text;
};

/** Whoever has it lent closes neither it nor the session that is open in it. */
const lent = ({ runtime, session }: Place): Runtime => ({
  ...runtime,
  open: async (id) => (id === session.id ? kept(session) : runtime.open(id)),
  close: () => Promise.resolve(),
});

const kept = (session: Session): Session => ({ ...session, close: () => Promise.resolve() });
