/** A sandbox whose commands may reach some hosts, and a server of this machine that is one. */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { Denied, Egress, Exit, World } from "../../../src/contract/world.ts";
import type { OpenLauncher } from "../../../src/worlds/launcher.ts";
import { local } from "../../../src/worlds/local.ts";

/** The world, or why there is none here. */
export const worldIn = async (launcher: OpenLauncher): Promise<World | string> => {
  const directory = await mkdtemp(join(tmpdir(), "kelson-egress-"));
  afterAll(() => rm(directory, { recursive: true, force: true }));
  return local({ launcher })(directory).catch((error: unknown) => String(error));
};

export interface AllowedHosts {
  /** The server's, as a rule names it. */
  readonly host: () => string;
  readonly heard: Egress[];
  /** Runs a line of bash that finds the server in $HOST and $PORT, and Node in $NODE. */
  readonly run: (script: string, hosts?: readonly string[], denied?: Denied) => Promise<Exit>;
}

/** For the tests of a `describe`. */
export const allowedHosts = (world: World): AllowedHosts => {
  let target: Server;
  let host: string;
  const heard: Egress[] = [];
  beforeAll(async () => {
    target = createServer((_, response) => response.end("here"));
    await once(target.listen(0, "127.0.0.1"), "listening");
    host = `localhost:${String((target.address() as AddressInfo).port)}`;
  });
  afterAll(async () => {
    target.close();
    await world.close();
  });
  return {
    host: () => host,
    heard,
    run: async (script, hosts, denied) => {
      const connected = (egress: Egress): void => void heard.push(egress);
      const narrowed = world.narrow({ effects: ["execute"], anywhere: true, hosts, denied, connected });
      const env = { NODE: process.execPath, HOST: host, PORT: host.replace(/.*:/u, "") };
      return (await narrowed.exec({ argv: ["bash", "-c", script], env, stderr: "apart" })).exit;
    },
  };
};
