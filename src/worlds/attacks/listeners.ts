/** Listeners on this machine that must hear nothing of an attack. */
import { createSocket } from "node:dgram";
import { rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";

export interface Listeners {
  readonly env: Readonly<Record<string, string>>;
  /** Who heard something. */
  readonly names: () => readonly string[];
  readonly close: () => Promise<void>;
}

/** TCP, UDP, sockets with a path in the directory and in /tmp, and an abstract one. */
export const listeners = async (directory: string, mark: string): Promise<Listeners> => {
  const heard: string[] = [];
  const servers: Server[] = [];
  const listen = async (name: string, where: object): Promise<Server | undefined> => {
    const server = createServer((socket) => {
      heard.push(name);
      socket.on("error", () => undefined).destroy();
    });
    const open = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false)).listen(where, () => resolve(true));
    });
    if (open) servers.push(server);
    return open ? server : undefined;
  };
  const tcp = await listen("the TCP listener", { host: "127.0.0.1", port: 0 });
  const { port } = (tcp?.address() ?? { port: 0 }) as AddressInfo;
  const paths = { SOCKET: join(directory, "s"), TMPSOCKET: `/tmp/kelson-${mark}.sock` };
  await listen("the TCP listener", { host: "::1", port });
  await listen("the socket with a path", { path: paths.SOCKET });
  await listen("the socket in /tmp", { path: paths.TMPSOCKET });
  await listen("the abstract socket", { path: `\0kelson-${mark}` });
  const udp = createSocket("udp4", () => heard.push("the UDP listener"));
  await new Promise<void>((resolve) => void udp.bind(0, "127.0.0.1", resolve));
  return {
    env: { ...paths, TCP: String(port), UDP: String(udp.address().port), ABSTRACT: `kelson-${mark}` },
    names: () => heard,
    close: async () => {
      udp.close();
      for (const server of servers) server.close();
      await rm(paths.TMPSOCKET, { force: true });
    },
  };
};
