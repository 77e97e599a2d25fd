/** How the terminal is given images, if it can show any. */
import { getCapabilities } from "@earendil-works/pi-tui";

/** Kitty's graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol/), or OSC 1337 of iTerm2 (https://iterm2.com/documentation-images.html). */
export type ImageProtocol = "kitty" | "iterm2";

/** Multiplexers hand their own environment on with that of the terminal around them, and keep images from it. */
const multiplexers = ["TMUX", "STY", "ZELLIJ"];

/** By the environment alone: asking the terminal would take a round trip, and one that does not know the question may print it. */
export const imageProtocol = (env: Readonly<Record<string, string | undefined>>): ImageProtocol | undefined =>
  multiplexers.some((name) => env[name] !== undefined) ? undefined : (getCapabilities().images ?? undefined);
