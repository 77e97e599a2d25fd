/** Commands in bubblewrap that may reach some hosts: through the proxy's socket and a relay of their own, and no other way. */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Egress, World } from "../../../src/contract/world.ts";
import { bubblewrap } from "../../../src/worlds/bubblewrap.ts";
import { local } from "../../../src/worlds/local.ts";

const directory = await mkdtemp(join(tmpdir(), "kelson-egress-"));
const world = await local({ launcher: bubblewrap })(directory).catch((error: unknown) => String(error));
const missing = typeof world === "string" ? ` (skipped: ${world})` : "";

describe.skipIf(missing !== "")(`bubblewrap with allowed hosts${missing}`, () => {
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
    await (world as World).close();
    await rm(directory, { recursive: true });
  });

  const run = async (script: string, hosts?: readonly string[]) => {
    const narrowed = (world as World).narrow({
      effects: ["execute"],
      anywhere: true,
      hosts,
      connected: (egress) => heard.push(egress),
    });
    const env = { NODE: process.execPath, HOST: host, PORT: host.replace(/.*:/u, "") };
    const { stdout, code, leftovers } = await (
      await narrowed.exec({ argv: ["bash", "-c", script], env, stderr: "apart" })
    ).exit;
    return { stdout, code, leftovers };
  };
  const fetching = String.raw`$NODE --use-env-proxy -e "fetch('http://' + process.env.HOST).then((r) => r.text()).then(console.log, () => console.log('none'))"`;
  const clean = { code: 0, leftovers: 0 };

  test("they are reached, each connection is heard of, and the relay is no leftover", async () => {
    expect(await run(fetching, [host])).toEqual({ stdout: "here\n", ...clean });
    expect(heard.splice(0)).toEqual([{ host: "localhost", port: Number(host.slice(10)), allowed: true, rule: host }]);
    expect(await run("exit 7", [host])).toEqual({ stdout: "", code: 7, leftovers: 0 });
  });

  test("others are not, and that is heard of", async () => {
    expect(await run(fetching, ["example.org"])).toMatchObject(clean);
    expect(heard.splice(0)).toMatchObject([{ host: "localhost", allowed: false }]);
  });

  test("without a list there is no proxy and no network", async () => {
    expect(
      await run("echo $http_proxy$ALL_PROXY; exec 2>/dev/null; exec 3<> /dev/tcp/127.0.0.1/$PORT || echo none"),
    ).toMatchObject({
      stdout: expect.stringMatching(/^\n/u) as string,
    });
    expect(heard.splice(0)).toEqual([]);
  });

  test.each([
    ["connect past the proxy", "(exec 3<> /dev/tcp/127.0.0.1/$PORT) && echo BROKE"],
    ["send by UDP to the machine", "echo x > /dev/udp/10.0.0.1/53 && echo BROKE"],
    [
      "use the proxy without its pass",
      String.raw`PROXY=$(echo $http_proxy | sed 's/.*://;s#/##'); printf 'GET http://%s/ HTTP/1.1\r\nhost: x\r\n\r\n' $HOST | { exec 3<> /dev/tcp/127.0.0.1/$PROXY; cat >&3; read -r line <&3; case $line in *407*) ;; *) echo BROKE "$line";; esac; }`,
    ],
  ])("a command with an allowed host cannot %s", async (_, script) => {
    expect((await run(script, [host])).stdout).toBe("");
    expect(heard.splice(0)).toEqual([]);
  });
});
