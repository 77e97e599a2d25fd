/** Puts the parts together: the only file that knows every plug's name. */
import { randomBytes } from "node:crypto";
import { userInfo } from "node:os";
import { breaker } from "../agent/breaker.ts";
import type { Parts } from "../agent/context.ts";
import { runtime } from "../agent/runtime.ts";
import { slidingWindow } from "../agent/sliding-window.ts";
import { catalogue, catalogueSource } from "../catalogue/catalogue.ts";
import { chooseModel, namedModel } from "./choose-model.ts";
import type { CompactionStrategy } from "../contract/compaction.ts";
import type { Assemble, AssembleOptions, Assembled, Configuration, Here } from "../contract/options.ts";
import type { Profile } from "../contract/profile.ts";
import type { Provider } from "../contract/provider.ts";
import type { Runtime } from "../contract/runtime.ts";
import type { Store } from "../contract/store.ts";
import type { RunSettings } from "../contract/terms.ts";
import type { Tool } from "../contract/tool.ts";
import type { Confinement, OpenWorld, World } from "../contract/world.ts";
import { agentTypes } from "./agent-types.ts";
import { machine } from "./machine.ts";
import { keptSources } from "./kept-sources.ts";
import { openMemory, projectOf } from "./memory.ts";
import { names } from "./names.ts";
import { type Offer, offeredTools, pluginSet } from "./offered-tools.ts";
import { limitsOf, skillParts, skillsFor } from "./skill-parts.ts";
import { lateCheckpoints } from "./late-checkpoints.ts";
import { lateWorktrees } from "./late-worktrees.ts";
import { lazily } from "./lazily.ts";
import { newId } from "./new-id.ts";
import { placeOf } from "./state-directory.ts";
import { keyPlaceOf, keysOf, openSigner, openStore } from "./store.ts";
import { noProvider, type OpenedProvider, openProvider } from "./open-provider.ts";
import { redaction, textRedaction } from "./redaction.ts";
import { runSettings } from "./run-settings.ts";
import { attackSandbox, confinementIn } from "./sandbox.ts";
import { thisHolder } from "../stores/holder.ts";
import { surroundings } from "./surroundings.ts";
import { systemPrompt } from "./system-prompt.ts";

/** What a program brings itself. What is absent is as the configuration says, or the usual. */
export interface Plugs {
  readonly provider?: Provider | undefined;
  readonly tools?: readonly Tool[] | undefined;
  readonly store?: Store | undefined;
  /** The directory of the key that the logs of its store are signed with; without it they are not signed. */
  readonly keys?: string | undefined;
  /** Stands in place of the base prompt. */
  readonly system?: string | undefined;
  /** JSON Schema that answers have to fit. */
  readonly output?: unknown;
  /** Makes way in long conversations. */
  readonly compaction?: CompactionStrategy | undefined;
  /** Further directories to work in. */
  readonly directories?: readonly string[] | undefined;
}

/** Puts the parts together for a program that brings some of them. Rejects as `withModel` does. */
export const assembleWith = async (plugs: Plugs, options: AssembleOptions): Promise<Assembled> => {
  const { configuration, env, cwd, interactive } = options;
  const { chosen, ...first } = plugs.provider ? handedIn(plugs.provider, configuration) : await openChosen(options);
  const fallbacks = names(configuration.fallbackModel).map((name) => namedModel(name, elsewhereOf(configuration), env));
  const rest = await Promise.all(fallbacks.map((model) => openProvider(model, cwd, env)));
  const { compactModel } = configuration;
  const summariser =
    compactModel === undefined
      ? undefined
      : await openProvider(namedModel(compactModel, elsewhereOf(configuration), env), cwd, env);
  const known = { models: [first.known, ...rest.map((other) => other.known)] as const, summariser: summariser?.known };
  const settings = {
    ...runSettings(configuration, known, interactive),
    ...(hasStrategy(plugs, configuration) && { compaction: "off" as const }),
    ...(plugs.output !== undefined && { output: plugs.output }),
  };
  const providers = [first.provider, ...rest.map(({ provider }) => provider)] as const;
  const parts = await sharedParts(options, { ...plugs, providers, settings, summariser: summariser?.provider });
  const told = `${chosen}${unknownWindow(settings)}`;
  const safe = parts.redactor?.text(told).text ?? told;
  return { runtime: await openRuntime(options, () => Promise.resolve(parts), plugs), settings, chosen: safe };
};

export const assemble: Assemble = {
  withModel: (options) => assembleWith({ output: options.output }, options),
  withoutModel: (options) =>
    openRuntime(
      options,
      lazily(() => partsWithoutModel(options)),
    ),
  tools: async (options) => (await offeredTools(options, await skillsFor(options)))(await plainly(options)),
  agents: agentTypes,
  plugins: async (options) => {
    const { pluginKeeper } = await import("./plugin-keeper.ts");
    return pluginKeeper(options, (await machine(options)).openWorld);
  },
  skills: async (options) => (await import("./skill-keeper.ts")).skillKeeper(options),
  screen: async (options) => (await import("./screen-places.ts")).screenPlaces(options),
  explain: async (options, call, skill) => {
    const { configuration, cwd } = options;
    const { openWorld, grounds } = await machine(options);
    const { explainCall } = await import("./explain-call.ts");
    const found = await skillsFor(options);
    const every = { ...configuration, allowedTools: `full,${pluginSet}`, disallowedTools: undefined };
    const mode = configuration.permissionMode ?? "default";
    const world = await openWorld(cwd);
    try {
      const tools = (await offeredTools({ ...options, configuration: every }, found))(world.describe());
      const skills = skill === undefined ? [] : limitsOf(found, skill);
      return await explainCall({ tools, world, grounds, mode, skills }, call);
    } finally {
      await world.close();
    }
  },
  prompt: async (options, task) => {
    const { configuration, cwd, saved } = options;
    // Nothing is written, not even the directory of the sessions.
    const unsaved = { ...options, saved: false, configuration: { memory: saved, ...configuration } };
    const { openWorld, offer, redactor, ...shared } = await partsWithoutModel(unsaved);
    const { promptView } = await import("./prompt-view.ts");
    const world = await openWorld(cwd);
    try {
      const tools = offer(world.describe());
      const readProfile = () => profileOf(options);
      const { sources: kept } = await keptSources(unsaved, { cwd, tools, readProfile });
      const sources = [...shared.sources, ...kept];
      const { permissionMode: mode = "default" } = configuration;
      const running = { mode, output: options.output, touched: [] };
      return await promptView({ sources, world, tools, redactor }, running, task);
    } finally {
      await world.close();
    }
  },
  doctor: async function* (options, probes) {
    const { doctor } = await import("../doctor/doctor.ts");
    const redact = textRedaction(options.configuration, options.env);
    const findings = doctor(options, { stateDirectory: placeOf(options), probes });
    for await (const finding of findings) yield { ...finding, text: redact(finding.text) };
  },
  memory: ({ env, cwd }) => openMemory(env, cwd),
  confinement: (options) => confinementIn(options, placeOf(options)),
  attack: (options) => attackSandbox(options, placeOf(options)),
  models: (text, { models }) => ({
    source: `${catalogueSource.source}, ${catalogueSource.made}`,
    models: catalogue(models).search(text),
  }),
};

type ChosenProvider = OpenedProvider & { readonly chosen: string };

const openChosen = async ({ configuration, env, cwd }: AssembleOptions): Promise<ChosenProvider> => {
  const model = await chooseModel(configuration, env);
  return { ...(await openProvider(model, cwd, env)), chosen: model.chosen };
};

const handedIn = (provider: Provider, { models }: Configuration): ChosenProvider => {
  const { model } = provider;
  const { prices, window, outputLimit } = catalogue(models).lookup(model) ?? {};
  return { provider, known: { model, prices, window, outputLimit }, chosen: `model ${model} (handed in)` };
};

/** The plugs, with the providers found and the settings made. */
interface Ready extends Plugs, Pick<Parts, "providers" | "settings" | "summariser"> {}

const openRuntime = async (
  options: AssembleOptions,
  shared: () => Promise<SharedParts>,
  { store, keys }: Pick<Plugs, "store" | "keys"> = {},
): Promise<Runtime> => {
  const worlds: World[] = [];
  // Sessions that only this process knows name no snapshot that anybody could ask for later.
  const place = options.saved ? keyPlaceOf(options, { store }) : undefined;
  const checkpoints = place === undefined ? undefined : lateCheckpoints(options, place);
  const { diskWait } = options.configuration;
  const opened: Runtime = runtime({
    store: store ?? (await openStore(options)),
    signer: await openSigner(store === undefined ? keysOf(options) : keys),
    holder: thisHolder(),
    user: userInfo().username,
    id: newId,
    now: Date.now,
    projectOf,
    redactor: async () => (await shared()).redactor,
    checkpoints,
    trace: () => randomBytes(16).toString("hex"),
    roomEveryMs: diskWait === undefined ? undefined : diskWait * 1_000,
    parts: async (cwd, alone) => {
      const { openWorld, offer, ...common } = await shared();
      const apart = alone ? await machine({ ...options, cwd }, []) : undefined;
      const world = await (apart?.openWorld ?? openWorld)(cwd);
      worlds.push(world);
      const tools = offer(world.describe());
      const readProfile = () => opened.profile.read();
      const { memory, sources: kept } = await keptSources(options, { cwd, tools, readProfile });
      const sources = [...common.sources, ...kept];
      const held = { ...common, ...(apart && { grounds: apart.grounds }) };
      const saves = options.configuration.checkpoints !== "off" && checkpoints;
      const files = saves ? { checkpoints: () => saves.of(world.root) } : {};
      return { ...held, ...files, sources, tools, memory, world, random: Math.random };
    },
    close: async () => {
      await Promise.all(worlds.map((world) => world.close()));
    },
  });
  return opened;
};

/** What all sessions share. Whoever only looks into the store never loads it. */
interface SharedParts extends Omit<Parts, "world" | "random" | "tools"> {
  readonly openWorld: OpenWorld;
  readonly offer: Offer;
}

const sharedParts = async (options: AssembleOptions, ready: Ready): Promise<SharedParts> => {
  const { configuration, env, cwd } = options;
  const { providers, settings, system, tools } = ready;
  const skills = await skillsFor(options);
  const offer = tools === undefined ? await offeredTools(options, skills) : () => tools;
  const offered = offer(nothingHeld);
  const { sources, readInvocation } = await skillParts(skills, offered);
  const { openWorld, grounds } = await machine(options, ready.directories);
  return {
    openWorld,
    providers,
    settings,
    sources: [...(await systemPrompt(configuration, cwd, system)), ...sources, ...surroundings(offered, options)],
    readInvocation,
    offer,
    grounds,
    compaction: ready.compaction ?? windowOf(configuration),
    summariser: ready.summariser,
    worktrees: lateWorktrees(env),
    openModel: async (name) => {
      const { provider, known } = await openProvider(namedModel(name, elsewhereOf(configuration), env), cwd, env);
      return { provider, choice: known };
    },
    breaker: breaker(Date.now),
    redactor: redaction({ configuration, env, stateDirectory: keyPlaceOf(options, ready) }),
    now: Date.now,
    id: newId,
  };
};

const partsWithoutModel = (options: AssembleOptions): Promise<SharedParts> => {
  const { maxBudgetUsd: _, maxSessionBudgetUsd: __, ...configuration } = options.configuration;
  const settings = runSettings(configuration, { models: [{ model: noProvider.model }] }, options.interactive);
  return sharedParts(options, { providers: [noProvider], settings });
};

// A script has the window that it says it has, or none that could be too small.
const unknownWindow = ({ window, compaction, model }: RunSettings): string =>
  window === undefined && compaction === "auto" && !model.startsWith("scripted/")
    ? "; its window is unknown, so nothing is compacted by itself: set contextWindow"
    : "";

/** Who brings a strategy, or names a window of messages, decides alone what makes way. */
const hasStrategy = ({ compaction }: Plugs, { historyWindow }: Configuration): boolean =>
  compaction !== undefined || historyWindow !== undefined;

/** Another model than the chosen one is elsewhere, and has a key of its own. */
const elsewhereOf = (configuration: Configuration): Configuration => ({
  ...configuration,
  baseUrl: undefined,
  apiKey: undefined,
});

const windowOf = ({ historyWindow }: Configuration): CompactionStrategy | undefined =>
  historyWindow === undefined ? undefined : slidingWindow(historyWindow);

const profileOf = async (options: AssembleOptions): Promise<Profile> => {
  const opened = await assemble.withoutModel(options);
  return opened.profile.read().finally(opened.close);
};

const nothingHeld = { holds: [] };

/** How commands are held here, as far as anybody asks: a sandbox is opened only where plug-ins are, as their effects depend on it. */
const plainly = async (options: Here): Promise<Pick<Confinement, "holds">> =>
  options.configuration.toolPlaces === undefined ? nothingHeld : confinementIn(options, placeOf(options));
