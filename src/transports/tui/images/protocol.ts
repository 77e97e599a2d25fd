/** How the terminal is given images, if it can show any. */
import { getCapabilities, setCapabilityOverrides } from "@earendil-works/pi-tui";

/** Kitty's graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol/), or OSC 1337 of iTerm2 (https://iterm2.com/documentation-images.html). */
export type ImageProtocol = "kitty" | "iterm2";

/** Multiplexers hand their own environment on with that of the terminal around them, and keep images from it. */
const multiplexers = ["TMUX", "STY", "ZELLIJ"];

/**
 * By the environment alone: asking the terminal would take a round trip, and one that does not know the question may print it.
 * Of kitty's variables ssh hands on only TERM, by which pi-tui does not know it; so it is told.
 */
export const imageProtocol = (env: Readonly<Record<string, string | undefined>>): ImageProtocol | undefined => {
  if (multiplexers.some((name) => env[name] !== undefined)) return undefined;
  if (env["TERM"] === "xterm-kitty" && env["PI_IMAGE_PROTOCOL"] === undefined)
    setCapabilityOverrides({ images: "kitty" });
  return getCapabilities().images ?? undefined;
};
