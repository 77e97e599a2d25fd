/** Who may use the egress proxy: one pass for each command, with what it may reach. */
import { randomBytes } from "node:crypto";
import type { Duplex } from "node:stream";
import type { Allowance, Denied, Egress } from "../../contract/world.ts";
import { type HostMatch, hostRules } from "./host-rules.ts";

/** What a pass is issued for: `hosts` as in `hostRules`; `connected` hears of each connection, allowed or refused. */
export interface Permit extends Pick<Allowance, "denied" | "connected"> {
  readonly hosts: readonly string[];
}

/** What a command may reach, and who hears of it. */
export interface Pass {
  /** Comes before what matches. */
  readonly denied: Denied;
  readonly match: (host: string, port: number) => HostMatch | undefined;
  readonly connected: (egress: Egress) => void;
  /** Its connections: they end with the command. */
  readonly open: Set<Duplex>;
}

/** All passes that are valid now. */
export interface Passes {
  readonly issue: (permit: Permit) => { readonly token: string; readonly end: () => void };
  /** The pass that the header `Proxy-Authorization` names. */
  readonly of: (header: string | undefined) => Pass | undefined;
}

export const passes = (): Passes => {
  const valid = new Map<string, Pass>();
  return {
    issue: ({ hosts, denied = () => undefined, connected = () => undefined }) => {
      const token = randomBytes(24).toString("hex");
      const pass: Pass = { denied, match: hostRules(hosts), connected, open: new Set() };
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
