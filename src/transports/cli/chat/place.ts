/** Where a chat takes place: a session, and the model that it was opened with. The model may change, the session stays. */
import type { Configuration } from "../../../contract/options.ts";
import type { Rewound } from "../../../contract/rewind.ts";
import type { Runtime, Session } from "../../../contract/runtime.ts";
import type { Skill } from "../../../contract/skill.ts";
import { leaveSession } from "../leave-session.ts";
import type { Surroundings } from "../surroundings.ts";
import { modeCommand } from "../work.ts";

export interface Place {
  readonly configuration: Configuration;
  readonly runtime: Runtime;
  readonly session: Session;
  /** `provider/model`, and in one sentence why that one. */
  readonly model: string;
  readonly chosen: string;
}

/** How places of one chat are opened. */
export interface Opening {
  readonly surroundings: Surroundings;
  readonly cwd: string;
  readonly saved: boolean;
  readonly interactive: boolean;
  /** JSON Schema that answers have to fit. */
  readonly output?: unknown;
}

export const openPlace = async (
  opening: Opening,
  configuration: Configuration,
  open: (runtime: Runtime) => Promise<Session>,
): Promise<Place> => {
  const { surroundings, ...rest } = opening;
  const { withModel } = await surroundings.assemble();
  const { env, warn } = surroundings;
  const { runtime, settings, chosen } = await withModel({ ...rest, configuration, env, warn });
  const session = await open(runtime).catch(async (error: unknown) => {
    await runtime.close();
    throw error;
  });
  return { configuration, runtime, session, model: settings.model, chosen };
};

/** The same place, its session in the mode that was asked for. */
export const inMode = async (surroundings: Surroundings, place: Place): Promise<Place> => {
  const mode = await modeCommand(surroundings, place.session, place.configuration);
  if (mode !== undefined) await place.session.send(mode);
  return place;
};

/** The same session with another model. When that one cannot be had, the place is as it was. */
export const withOtherModel = async (opening: Opening, place: Place, model: string): Promise<Place> => {
  const { session, runtime } = place;
  return openPlace(opening, forModel(place, model), async (next) => {
    await session.close();
    if (!next.durable) await next.import(runtime.export(session.id));
    await runtime.close();
    return next.open(session.id);
  });
};

/** What came of a rewind, which may have failed, and the place after it: in the fork, where it made one. */
export interface RewoundPlace {
  readonly place: Place;
  readonly outcome: PromiseSettledResult<Rewound>;
}

/** Nobody may work on the session meanwhile, this chat neither. */
export const rewindPlace = async (
  place: Place,
  rewind: (runtime: Runtime, id: string) => Promise<Rewound>,
): Promise<RewoundPlace> => {
  const { runtime, session } = place;
  await session.close();
  const [outcome] = await Promise.allSettled([rewind(runtime, session.id)]);
  const fork = outcome.status === "fulfilled" ? outcome.value.fork : undefined;
  return { outcome, place: { ...place, session: await runtime.open(fork ?? session.id) } };
};

/** Gives back whether the session is still there. */
export const closePlace = async ({ session, runtime }: Place): Promise<boolean> => {
  const kept = await leaveSession(runtime, session);
  await runtime.close();
  return kept;
};

/** Prices and window were those of the model before; its address and key go to no other provider. */
const forModel = (place: Place, model: string): Configuration => {
  const { prices: _, contextWindow: __, baseUrl, apiKey, ...configuration } = place.configuration;
  const same = providerOf(model) === providerOf(place.model);
  return {
    ...configuration,
    model,
    ...(same && baseUrl !== undefined && { baseUrl }),
    ...(same && apiKey !== undefined && { apiKey }),
  };
};

const providerOf = (model: string): string => model.split("/", 1)[0] ?? "";

/** The skills that a person may call. */
export const callable = async ({ surroundings, cwd }: Opening, { configuration }: Place): Promise<readonly Skill[]> => {
  const { env } = surroundings;
  const keeper = await (await surroundings.assemble()).skills({ configuration, cwd, env });
  return (await keeper.list()).list.filter(({ forUser }) => forUser);
};
