/** A terminal of which some methods are others; all else is its own. */
import type { Terminal } from "@earendil-works/pi-tui";

export const terminalWith = (terminal: Terminal, methods: Partial<Terminal>): Terminal =>
  new Proxy(terminal, {
    get: (target, name) => {
      if (Object.hasOwn(methods, name)) return Reflect.get(methods, name) as unknown;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
