/** What fills the window, by layer: how a person sees the budget of the next request. */
import type { Message } from "../contract/message.ts";
import { charsOf } from "./chars.ts";
import type { Messages } from "./messages.ts";
import type { Offered } from "./offered.ts";
import { fullShare, room } from "./status/room.ts";
import type { Status } from "./status/status.ts";
import { rateOf } from "./status/window.ts";

export const windowLayers = [
  "tools",
  "system",
  "instructions",
  "environment",
  "skills",
  "memory",
  "profile",
  "summary",
  "user",
  "model",
  "tool results",
] as const;

/** `share` is of the window; of what is filled, where the window is unknown. */
export interface WindowShare {
  readonly layer: (typeof windowLayers)[number] | "free" | "headroom";
  readonly tokens: number;
  readonly share: number;
}

/** Tokens of the next request as far as it stands: counted by the provider up to its last reply, estimated since. */
export interface WindowView {
  readonly model: string;
  /** Absent when nobody knows it; then nothing is compacted by itself. */
  readonly window: number | undefined;
  readonly tokens: number;
  readonly charsPerToken: number;
  readonly layers: readonly WindowShare[];
  readonly trim: boolean;
  /** At how many tokens a summary takes the place of old messages; absent when none does by itself. */
  readonly compactsAt: number | undefined;
}

/** Undefined before the first run, when nobody knows which model will be asked. */
export const windowView = (status: Status, messages: Messages, { digest, lists }: Offered): WindowView | undefined => {
  const { settings, model } = status;
  if (settings === null) return undefined;
  const { tokens, window, headroom, usable } = room(status, settings, model);
  const chars = charsByLayer(messages, charsOf(lists[digest] ?? []));
  const all = [...chars.values()].reduce((sum, some) => sum + some, 0);
  const share = (some: number): number => some / Math.max(1, window ?? tokens);
  const filled = windowLayers.map((layer): WindowShare => {
    const own = Math.round((tokens * (chars.get(layer) ?? 0)) / Math.max(1, all));
    return { layer, tokens: own, share: share(own) };
  });
  const free = Math.max(0, (usable ?? 0) - tokens);
  const rest: WindowShare[] = [
    { layer: "free", tokens: free, share: share(free) },
    { layer: "headroom", tokens: headroom, share: share(headroom) },
  ];
  return {
    model,
    window,
    tokens,
    charsPerToken: rateOf(status),
    layers: window === undefined ? filled : [...filled, ...rest],
    trim: settings.trim === true,
    compactsAt: usable !== undefined && settings.compaction === "auto" ? Math.floor(usable * fullShare) : undefined,
  };
};

const charsByLayer = (
  { system, systemLayers, messages, pieces, summaryChars }: Messages,
  tools: number,
): ReadonlyMap<string, number> => {
  const chars = new Map<string, number>([
    ["tools", tools],
    ["summary", summaryChars],
  ]);
  const add = (layer: string, some: number): void => void chars.set(layer, (chars.get(layer) ?? 0) + some);
  for (const [index, text] of system.entries()) add(systemLayers[index] ?? "system", charsOf(text));
  for (const message of messages) add(speakers[message.role], charsOf(message));
  add("user", -summaryChars);
  for (const piece of pieces) {
    const role = messages[piece.at]?.role;
    if (piece.kind === "said" || role === undefined) continue;
    add(piece.kind === "skill" ? "skills" : piece.layer, charsOf(piece.text));
    add(speakers[role], -charsOf(piece.text));
  }
  // What was cut in the middle when it was carried takes less than it did.
  for (const [layer, some] of chars) chars.set(layer, Math.max(0, some));
  return chars;
};

const speakers = { user: "user", assistant: "model", tool: "tool results" } satisfies Record<Message["role"], string>;
