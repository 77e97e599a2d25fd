/** The relay in a sandbox with a network of its own: what is inside reaches the proxy outside, and nothing else. */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Egress, World } from "../../../src/contract/world.ts";
import { bubblewrap } from "../../../src/worlds/bubblewrap.ts";
import { worldIn } from "./allowed-hosts.ts";

const world = await worldIn(bubblewrap);
const curl = (process.env["PATH"] ?? "").split(":").some((directory) => existsSync(join(directory, "curl")));
const missing = typeof world === "string" ? world : curl ? undefined : "there is no curl here";
const why = missing === undefined ? "" : ` (skipped: ${missing})`;

test.skipIf(missing !== undefined)(`much, in a tunnel, and at once goes through a relay${why}`, async () => {
  const heard: Egress[] = [];
  const body = "x".repeat(3_000_000);
  const target = createServer((_, response) => response.end(body));
  await once(target.listen(0, "127.0.0.1"), "listening");
  const host = `127.0.0.1:${String((target.address() as AddressInfo).port)}`;
  const connected = (egress: Egress): void => void heard.push(egress);
  const narrow = (world as World).narrow({ effects: ["execute"], anywhere: false, hosts: [host], connected });
  const run = async (script: string): Promise<string> => {
    const argv = ["sh", "-c", script] as const;
    return (await (await narrow.exec({ argv, stderr: "apart", maxChars: 2 * body.length })).exit).stdout;
  };
  expect((await run(`curl -sS http://${host}/`)) === body).toBe(true);
  expect(await run(`curl -sSp http://${host}/ | wc -c`)).toBe(`${String(body.length)}\n`);
  expect(await run(`for i in 1 2 3 4 5; do curl -sS http://${host}/ | wc -c & done; wait`)).toBe("3000000\n".repeat(5));
  expect(await run(`curl -sS --noproxy '*' http://${host}/ || echo $?`)).toBe("7\n");
  expect(await run("curl -sS http://example.org/")).toContain("not among the hosts");
  expect(heard.filter(({ allowed }) => allowed)).toHaveLength(7);
  await (world as World).close();
  target.close();
});
