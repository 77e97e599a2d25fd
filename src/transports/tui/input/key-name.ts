/** A key as a person reads it on the screen; a file of keys spells it out. */

/** `ctrl+shift+up` as `Ctrl+Shift+↑`. */
export const keyName = (key: string): string =>
  key
    .split("+")
    .map((part) => names[part] ?? `${part.charAt(0).toUpperCase()}${part.slice(1)}`)
    .join("+");

const names: Readonly<Record<string, string>> = {
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  pageUp: "PgUp",
  pageDown: "PgDn",
  escape: "Esc",
};
