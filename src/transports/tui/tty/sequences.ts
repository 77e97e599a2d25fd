/** Sequences that more than one renderer writes: synchronized output (DEC private mode 2026), and ED and EL of ECMA-48. */
export const beginFrame = "\u001b[?2026h";
export const endFrame = "\u001b[?2026l";
export const eraseRow = "\u001b[2K";
export const eraseBelow = "\u001b[J";
