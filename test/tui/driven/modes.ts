/** What a program has left switched on in a terminal, read from the bytes that it wrote. */
/* oxlint-disable no-control-regex -- They are what is looked for. */

/** DEC private modes by what they do. Those of a terminal that nobody has touched are not named. */
const modes: Readonly<Record<number, { readonly name: string; readonly usually: boolean }>> = {
  7: { name: "wraps", usually: true },
  25: { name: "cursor", usually: true },
  1000: { name: "mouse", usually: false },
  1002: { name: "mouse drag", usually: false },
  1003: { name: "mouse moves", usually: false },
  1004: { name: "focus", usually: false },
  1006: { name: "mouse SGR", usually: false },
  1049: { name: "alternate screen", usually: false },
  2004: { name: "bracketed paste", usually: false },
  2026: { name: "synchronized", usually: false },
  2031: { name: "colour scheme", usually: false },
};

/** Names what is not as it usually is; empty when the terminal is as it was found. */
export const leftOn = (bytes: string): string[] => {
  const now = new Map<string, boolean>();
  let keyboards = 0;
  // Sequences that end in h, l, u or m with a private marker; other output does not matter.
  for (const [, marker = "", words = "", end = ""] of bytes.matchAll(/\u001b\[([?<>=])([\d;:]*)([hlum])/gu)) {
    const on = end === "h";
    if (marker === "?" && (on || end === "l")) {
      for (const word of words.split(";")) {
        const mode = modes[Number(word)];
        if (mode !== undefined) now.set(mode.name, on !== mode.usually);
      }
    } else if (end === "u" && marker === ">") keyboards += 1;
    else if (end === "u" && marker === "<") keyboards = Math.max(0, keyboards - 1);
    else if (end === "m" && marker === ">") now.set("modified keys", /^4;[12]$/u.test(words));
  }
  if (keyboards > 0) now.set("keyboard protocol", true);
  return [...now].filter(([, differs]) => differs).map(([name]) => name);
};
