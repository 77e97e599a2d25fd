/** The relay in a network namespace of its own: what is inside reaches the proxy outside, and nothing else. */
import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { Egress } from "../../../src/contract/world.ts";
import { egress } from "../../../src/worlds/egress/egress.ts";
import { relayWords } from "../../../src/worlds/egress/relay-script.ts";

const namespaces: readonly string[] = [
  "bwrap",
  "--bind",
  "/",
  "/",
  "--proc",
  "/proc",
  "--dev",
  "/dev",
  "--unshare-net",
  "--unshare-pid",
  "--die-with-parent",
];
const works = (() => {
  try {
    execFileSync("bwrap", [...namespaces.slice(1), "curl", "--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

test.skipIf(!works)(
  `a relay leads out of a namespace${works ? "" : " (bubblewrap or curl does not work here)"}`,
  async () => {
    const heard: Egress[] = [];
    const body = "x".repeat(3_000_000);
    const target = createServer((_, response) => response.end(body));
    await once(target.listen(0, "127.0.0.1"), "listening");
    const host = `127.0.0.1:${String((target.address() as AddressInfo).port)}`;
    const proxy = egress();
    const way = await proxy.admit({ hosts: [host], connected: (egress) => heard.push(egress) });
    const run = async (script: string): Promise<string> => {
      const bound = ["--bind", dirname(way.socket), dirname(way.socket)];
      const [file, ...words] = [...namespaces, ...bound, "--", ...relayWords("/usr/bin/perl", way), "sh", "-c", script];
      const env = { PATH: process.env["PATH"], ...way.env };
      return (await promisify(execFile)(file, words, { env, maxBuffer: 2 * body.length })).stdout;
    };
    expect(await run(`curl -sS http://${host}/`)).toBe(body);
    expect(await run(`curl -sSp http://${host}/ | wc -c`)).toBe(`${String(body.length)}\n`);
    expect(await run(`for i in 1 2 3 4 5; do curl -sS http://${host}/ | wc -c & done; wait`)).toBe(
      "3000000\n".repeat(5),
    );
    expect(await run(`curl -sS --noproxy '*' http://${host}/ || echo $?`)).toBe("7\n");
    expect(await run("curl -sS http://example.org/")).toContain("not among the hosts");
    await expect(run("exit 3")).rejects.toMatchObject({ code: 3 });
    expect(heard.filter(({ allowed }) => allowed)).toHaveLength(7);
    await proxy.close();
    target.close();
  },
);
