/** Commands in the Landlock sandbox that may reach some hosts: through the proxy, and no other way. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Egress, World } from "../../../src/contract/world.ts";
import { landlock } from "../../../src/worlds/landlock.ts";
import { local } from "../../../src/worlds/local.ts";

const directory = await mkdtemp(join(tmpdir(), "kelson-landlock-"));
const world = await local({ launcher: landlock })(directory).catch((error: unknown) => String(error));
const tcp =
  typeof world !== "string" && world.describe().unconfined.some((sentence) => sentence.includes("through a proxy"));
const missing = typeof world === "string" ? world : tcp ? undefined : "this kernel's Landlock knows no TCP";

describe.skipIf(missing !== undefined)(
  `landlock with allowed hosts${missing === undefined ? "" : ` (skipped: ${missing})`}`,
  () => {
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

    const run = async (script: string, hosts?: readonly string[]): Promise<string> => {
      const narrowed = (world as World).narrow({
        effects: ["execute"],
        anywhere: true,
        hosts,
        connected: (egress) => heard.push(egress),
      });
      const env = { NODE: process.execPath, HOST: host, PORT: host.replace(/.*:/u, "") };
      const { stdout } = await (await narrowed.exec({ argv: ["bash", "-c", script], env, stderr: "apart" })).exit;
      return stdout;
    };
    const fetching =
      "$NODE -e \"fetch('http://' + process.env.HOST).then((r) => r.text()).then(console.log, () => console.log('none'))\"";
    const port = String.raw`PROXY=$(echo $http_proxy | sed 's/.*://');`;

    test("they are reached, and each connection is heard of", async () => {
      expect(await run(fetching, [host])).toBe("here\n");
      expect(heard.splice(0)).toEqual([{ host: "localhost", port: Number(host.slice(10)), allowed: true, rule: host }]);
    });

    test("others are not, and that is heard of", async () => {
      expect(await run(fetching, ["example.org"])).toBe("none\n");
      expect(heard.splice(0)).toMatchObject([{ host: "localhost", allowed: false }]);
    });

    test("without a list there is no network and no proxy", async () => {
      expect(await run(fetching)).toBe("none\n");
      expect(await run("echo $http_proxy$ALL_PROXY")).toBe("\n");
      expect(heard.splice(0)).toEqual([]);
    });

    test.each(
      Object.entries({
        "connect past the proxy": "exec 3<> /dev/tcp/127.0.0.1/$PORT && echo BROKE",
        "begin a connection with its first data": `perl -e 'socket($s, 2, 1, 6); $a = pack "S n a4 x8", 2, $ENV{PORT}, "\\x7f\\0\\0\\1"; send($s, "x", 0x20000000, $a) and print "BROKE"'`,
        "use another protocol over TCP": `perl -e 'for my $p (1, 17, 132, 262) { socket($s, 2, 1, $p) and print "BROKE $p" } socket($s, 43, 1, 0) and print "BROKE"'`,
        "send by UDP": "echo x > /dev/udp/127.0.0.1/53 && echo BROKE",
        listen: `perl -e 'socket($s, 2, 1, 6) and bind($s, pack "S n a4 x8", 2, 0, "\\x7f\\0\\0\\1") and print "BROKE"'`,
        "connect to a Unix socket": `perl -e 'socket($s, 1, 1, 0) and print "BROKE"'`,
        "use the proxy without its pass": `${port} printf 'GET http://%s/ HTTP/1.1\\r\\nhost: x\\r\\n\\r\\n' $HOST | { exec 3<> /dev/tcp/127.0.0.1/$PROXY; cat >&3; read -r line <&3; case $line in *407*) ;; *) echo BROKE;; esac; }`,
      }),
    )("a command with an allowed host cannot %s", async (_, script) => {
      expect(await run(script, [host])).toBe("");
      expect(heard.splice(0)).toEqual([]);
    });
  },
);
