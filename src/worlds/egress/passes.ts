/** Who may use the egress proxy: one pass for each command, with what it may reach. */
import { randomBytes } from "node:crypto";
import type { Duplex } from "node:stream";
import type { Egress } from "../../contract/world.ts";
import { type HostMatch, hostRules } from "./host-rules.ts";

/** What a command may reach, and who hears of it. */
export interface Pass {
  readonly match: (host: string, port: number) => HostMatch | undefined;
  readonly connected: (egress: Egress) => void;
  /** Its connections: they end with the command. */
  readonly open: Set<Duplex>;
}

/** All passes that are valid now. */
export interface Passes {
  readonly issue: (options: {
    readonly hosts: readonly string[];
    readonly connected?: ((egress: Egress) => void) | undefined;
  }) => { readonly token: string; readonly end: () => void };
  /** The pass that the header `Proxy-Authorization` names. */
  readonly of: (header: string | undefined) => Pass | undefined;
}

export const passes = (): Passes => {
  const valid = new Map<string, Pass>();
  return {
    issue: ({ hosts, connected = () => undefined }) => {
      const token = randomBytes(24).toString("hex");
      const pass: Pass = { match: hostRules(hosts), connected, open: new Set() };
      valid.set(token, pass);
      return {
        token,
        end: () => {
          valid.delete(token);
          for (const stream of pass.open) stream.destroy();
        },
      };
    },
    of: (header = "") => {
      const [, credentials = ""] = /^basic\s+(\S+)$/iu.exec(header) ?? [];
      const [name, token = ""] = Buffer.from(credentials, "base64").toString("latin1").split(":", 2);
      return name === proxyUser ? valid.get(token) : undefined;
    },
  };
};

/** The name in the proxy's URL; its password is the token. */
export const proxyUser = "kelson";
