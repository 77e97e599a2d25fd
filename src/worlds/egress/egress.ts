/** The way out of a sandbox: a proxy of this process, opened when the first command needs it. */
import { once } from "node:events";
import type { Server } from "node:http";
import { rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { ownDirectory } from "../own-directory.ts";
import { passes, type Permit, proxyUser } from "./passes.ts";

/** A command's way out, until `end` is called, which also cuts its connections. */
export interface Admission {
  /** Where the proxy listens on 127.0.0.1. */
  readonly port: number;
  /** A Unix socket with the same proxy, for a sandbox that has a network of its own; only this user can enter its directory. */
  readonly socket: string;
  /** Variables by which programs find the proxy, with the command's own pass in its URL. */
  readonly env: Readonly<Record<string, string>>;
  readonly end: () => void;
}

/** The way out of one world's commands. */
export interface EgressProxy {
  readonly admit: (command: Permit) => Promise<Admission>;
  readonly close: () => Promise<void>;
}

export const egress = (): EgressProxy => {
  const valid = passes();
  let open: Promise<Listening> | undefined;
  return {
    admit: async (command) => {
      const { port, socket } = await (open ??= listening(valid));
      const { token, end } = valid.issue(command);
      return { port, socket, env: proxyVariables(`http://${proxyUser}:${token}@127.0.0.1:${String(port)}`), end };
    },
    close: async () => {
      await (await open)?.close();
    },
  };
};

interface Listening {
  readonly port: number;
  readonly socket: string;
  readonly close: () => Promise<void>;
}

const listening = async (valid: ReturnType<typeof passes>): Promise<Listening> => {
  // Loaded when first used: most commands have no network.
  const { egressServer } = await import("./proxy.ts");
  const directory = ownDirectory("egress");
  const socket = join(directory, "proxy");
  const servers = [egressServer(valid), egressServer(valid)] as const;
  const [tcp, unix] = servers;
  await Promise.all([listen(tcp, { host: "127.0.0.1", port: 0 }), listen(unix, { path: socket })]);
  return {
    port: (tcp.address() as AddressInfo).port,
    socket,
    close: async () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      await rm(directory, { recursive: true, force: true });
    },
  };
};

/** It keeps nobody alive: the commands that use it do. */
const listen = async (server: Server, place: { host: string; port: number } | { path: string }): Promise<void> => {
  server.listen(place).unref();
  await once(server, "listening");
};

/** In both spellings: curl hears only the lower case for http. Nothing goes past the proxy. */
const proxyVariables = (url: string): Record<string, string> => ({
  ...Object.fromEntries(
    ["http_proxy", "https_proxy", "all_proxy"].flatMap((name) => [
      [name, url],
      [name.toUpperCase(), url],
    ]),
  ),
  no_proxy: "",
  NO_PROXY: "",
  NODE_USE_ENV_PROXY: "1",
});
