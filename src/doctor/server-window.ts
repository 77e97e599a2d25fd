/** Asks a server that was set up by its user how long a context it gives a model: vLLM, llama.cpp or LM Studio. */
import { z } from "zod";
import type { ChosenModel } from "../assembly/choose-model.ts";

/** `tokens` is what the server really has; `server` names what it looks like. */
export interface ServerWindow {
  readonly tokens: number;
  readonly server: string;
}

const answerMs = 2_000;
const asking = new Set(["vllm", "llamacpp", "lmstudio", "openai-compatible"]);

/** Undefined when it does not say. Does not reject. */
export const serverWindow = async (model: ChosenModel): Promise<ServerWindow | undefined> => {
  if (!asking.has(model.row.name)) return undefined;
  for (const ask of [listed, loaded, slots]) {
    const window = await ask(model);
    if (window !== undefined) return window;
  }
  return undefined;
};

const tokens = z.int().min(1).nullish().catch(undefined);

const models = z.object({
  data: z.array(z.object({ id: z.string(), max_model_len: tokens, meta: z.object({ n_ctx: tokens }).nullish() })),
});

/** vLLM lists `max_model_len`, newer versions of llama.cpp `meta.n_ctx`. A server of one model may take any name for it. */
const listed = async (model: ChosenModel): Promise<ServerWindow | undefined> => {
  const { data = [] } = models.safeParse(await get(model, "/models")).data ?? {};
  const entry = data.find(({ id }) => id === model.name) ?? (data.length === 1 ? data[0] : undefined);
  return said(entry?.max_model_len, "vLLM") ?? said(entry?.meta?.n_ctx, "llama.cpp");
};

const loadable = z.object({
  data: z.array(z.object({ id: z.string(), loaded_context_length: tokens, max_context_length: tokens })),
});

/** https://lmstudio.ai/docs/developer/rest/endpoints. A model that is not loaded has only the length that it was made for. */
const loaded = async (model: ChosenModel): Promise<ServerWindow | undefined> => {
  const { data = [] } = loadable.safeParse(await get(model, "/api/v0/models")).data ?? {};
  const entry = data.find(({ id }) => id === model.name);
  return (
    said(entry?.loaded_context_length, "LM Studio") ??
    said(entry?.max_context_length, "LM Studio, which has not loaded the model and may give it less")
  );
};

const properties = z.object({ default_generation_settings: z.object({ n_ctx: tokens }) });

/** https://github.com/ggml-org/llama.cpp/tree/master/tools/server. What one slot has; a router is asked about the model. */
const slots = async (model: ChosenModel): Promise<ServerWindow | undefined> => {
  const read = properties.safeParse(await get(model, `/props?model=${encodeURIComponent(model.name)}`)).data;
  return said(read?.default_generation_settings.n_ctx, "llama.cpp");
};

const said = (window: number | null | undefined, server: string): ServerWindow | undefined =>
  window == null ? undefined : { tokens: window, server };

/** Only the OpenAI-like paths lie behind the base URL, the servers' own beside it. Undefined when it is no JSON. */
const get = async ({ baseUrl = "", key }: ChosenModel, path: string): Promise<unknown> => {
  const base = path === "/models" ? baseUrl : baseUrl.replace(/\/v1\/*$/u, "");
  try {
    const response = await fetch(base.replace(/\/+$/u, "") + path, {
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(answerMs),
    });
    return await response.json();
  } catch {
    return undefined;
  }
};
