/** What the terminal program needs of the command line: other sessions, other models, and what other commands say. */
import { KelsonError } from "../../../contract/error.ts";
import type { Runtime, Session } from "../../../contract/runtime.ts";
import type { Desk, Place as ScreenPlace } from "../../tui/desk.ts";
import { findSession } from "../find-session.ts";
import { configurationFlags } from "../flags.ts";
import { goingOn } from "../going-on.ts";
import type { Output, Surroundings } from "../surroundings.ts";
import { modeCommand } from "../work.ts";
import type { Beginning } from "./chat.ts";
import { closePlace, openPlace, type Opening, type Place, withOtherModel } from "./place.ts";

export interface OpenDesk extends Desk {
  readonly close: () => Promise<void>;
}

export const openDesk = async (
  surroundings: Surroundings,
  { flags, configuration, cwd, open }: Omit<Beginning, "message">,
  run: (surroundings: Surroundings) => Promise<number>,
): Promise<OpenDesk> => {
  let opening: Opening = { surroundings, cwd, saved: flags.session, interactive: true };
  let place = await openPlace(opening, configuration, open);
  const inMode = async ({ session, configuration: set }: Place): Promise<void> => {
    const mode = await modeCommand(surroundings, session, set);
    if (mode !== undefined) await session.send(mode);
  };
  await inMode(place);

  const shown = (): ScreenPlace => ({ ...place, cwd: opening.cwd });
  const replace = async (next: Place): Promise<ScreenPlace> => {
    const before = place;
    place = next;
    if (before.session !== next.session) await before.session.close();
    if (before.runtime !== next.runtime) await before.runtime.close();
    return shown();
  };
  const anew = async (): Promise<Place> => {
    const session = await place.runtime.create({ cwd: opening.cwd });
    const next = { ...place, session };
    await inMode(next);
    return next;
  };
  const another = async (typed: string): Promise<Place> => {
    if (!opening.saved) {
      throw new KelsonError("bad_input", "with --no-session there are no other sessions to go on with");
    }
    const found = await goingOn(surroundings, configurationFlags({ ...flags }), (runtime) =>
      findSession(runtime, typed),
    );
    if (found.id === place.session.id) return place;
    const elsewhere = { ...opening, cwd: found.cwd };
    const openFound = async (runtime: Runtime): Promise<Session> => (await found.open(runtime)).session;
    const next = await openPlace(elsewhere, found.configuration, openFound);
    opening = elsewhere;
    return next;
  };
  return {
    place: shown,
    switchModel: async (model) => {
      place = await withOtherModel(opening, place, model);
      return shown();
    },
    switchSession: async (id) => replace(id === undefined ? await anew() : await another(id)),
    report: async (words) => {
      const said: string[] = [];
      const output: Output = { terminal: false, columns: 80, closed: () => false, write: (text) => said.push(text) };
      const nobody = { terminal: false, all: () => Promise.resolve(""), line: () => Promise.resolve(undefined) };
      const { cwd: here } = opening;
      await run({ ...surroundings, argv: words, cwd: here, stdin: nobody, stdout: output, stderr: output });
      return said.join("");
    },
    newId: surroundings.newId,
    now: surroundings.now,
    env: surroundings.env,
    version: surroundings.version,
    close: () => closePlace(place),
  };
};
