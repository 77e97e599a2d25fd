/** Sizes: of the first request with the default tools, and of the package as it is published. */
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { kelsonRun, openBench } from "../kelson.ts";
import type { Figure } from "../measure.ts";

const root = join(import.meta.dirname, "..", "..");
const kilobyte = 1_000;

export const size = async (): Promise<Figure[]> => {
  const packed = JSON.parse(
    execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: root, encoding: "utf8" }),
  ) as { unpackedSize: number }[] | Record<string, { unpackedSize: number }>;
  const [{ unpackedSize } = { unpackedSize: 0 }] = Object.values(packed);
  return [
    { name: "first request, default tools", kelson: (await firstRequest()) / kilobyte, unit: "kB" },
    { name: "the package, unpacked, without its dependencies", kelson: unpackedSize / kilobyte, unit: "kB" },
  ];
};

const firstRequest = async (): Promise<number> => {
  let bytes = 0;
  const server = createServer((request, response) => {
    request.on("data", (chunk: Buffer) => (bytes += chunk.length));
    request.on("end", () => response.writeHead(401).end("{}"));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const bench = openBench(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, undefined, []);
  await kelsonRun(bench);
  await bench.close();
  server.close();
  return bytes;
};
