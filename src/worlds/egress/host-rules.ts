/** Which hosts an allowlist covers. */
import { isIP } from "node:net";

/** A rule, taken apart. Without a port it covers those of the web. */
interface HostRule {
  readonly rule: string;
  /** In lower case and without a dot at the end; of `*.example.org` it is `example.org`. */
  readonly host: string;
  readonly below: boolean;
  readonly port: number | undefined;
}

/** What allows a connection. `literal`: the rule names this very host, not only the domain above it. */
export interface HostMatch {
  readonly rule: string;
  readonly literal: boolean;
}

/**
 * Answers which rule allows a host and port; undefined when none does. Rules are `example.org`, `*.example.org` (what is below
 * it, not itself), `192.0.2.1`, `[::1]`, each with `:port` or for ports 80 and 443. A rule that is nothing of this allows nothing.
 */
export const hostRules = (rules: readonly string[]): ((host: string, port: number) => HostMatch | undefined) => {
  const parsed = rules.flatMap(parse);
  return (host, port) => {
    const name = plainHost(host);
    const found = parsed.find(
      (rule) =>
        (rule.port === undefined ? webPorts.has(port) : rule.port === port) &&
        (rule.below ? isIP(name) === 0 && name.endsWith(`.${rule.host}`) : name === rule.host),
    );
    return found && { rule: found.rule, literal: !found.below };
  };
};

/** A host as it is compared: lower case, no brackets, no dot at the end. */
export const plainHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[(.*)\]$/u, "$1")
    .replace(/\.$/u, "");

const webPorts = new Set([80, 443]);

const parse = (rule: string): HostRule[] => {
  const parts = /^(\*\.)?(\[[0-9a-f:.]+\]|[^\s:*/[\]]+)(?::(\d{1,5}))?$/iu.exec(rule.trim());
  if (parts === null) return [];
  const [, wildcard, host = "", port] = parts;
  return [
    { rule, host: plainHost(host), below: wildcard !== undefined, port: port === undefined ? undefined : Number(port) },
  ];
};
