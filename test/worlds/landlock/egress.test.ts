/** Commands in the Landlock sandbox that may reach some hosts: through the proxy, and no other way. */
import { describe, expect, test } from "vitest";
import type { World } from "../../../src/contract/world.ts";
import { landlock } from "../../../src/worlds/landlock.ts";
import { allowedHosts, worldIn } from "../egress/allowed-hosts.ts";

const world = await worldIn(landlock);
const tcp =
  typeof world !== "string" && world.describe().unconfined.some((sentence) => sentence.includes("through a proxy"));
const missing = typeof world === "string" ? world : tcp ? undefined : "this kernel's Landlock knows no TCP";

describe.skipIf(missing !== undefined)(
  `landlock with allowed hosts${missing === undefined ? "" : ` (skipped: ${missing})`}`,
  () => {
    const { host, heard, run } = allowedHosts(world as World);
    const fetching =
      "$NODE -e \"fetch('http://' + process.env.HOST).then((r) => r.text()).then(console.log, () => console.log('none'))\"";
    const port = String.raw`PROXY=$(echo $http_proxy | sed 's/.*://');`;

    test("they are reached, and each connection is heard of", async () => {
      expect((await run(fetching, [host()])).stdout).toBe("here\n");
      expect(heard.splice(0)).toEqual([
        { host: "localhost", port: Number(host().slice(10)), allowed: true, rule: host() },
      ]);
    });

    test("others are not, and that is heard of", async () => {
      expect((await run(fetching, ["example.org"])).stdout).toBe("none\n");
      expect(heard.splice(0)).toMatchObject([{ host: "localhost", allowed: false }]);
    });

    test("one that is denied is not, whatever allows it", async () => {
      const denied = (name: string) => (name === "localhost" ? "user Network(localhost)" : undefined);
      expect((await run(fetching, [host()], denied)).stdout).not.toBe("here\n");
      expect(heard.splice(0)).toMatchObject([{ host: "localhost", allowed: false, rule: "user Network(localhost)" }]);
    });

    test("without a list there is no network and no proxy", async () => {
      expect((await run(fetching)).stdout).toBe("none\n");
      expect((await run("echo $http_proxy$ALL_PROXY")).stdout).toBe("\n");
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
      expect((await run(script, [host()])).stdout).toBe("");
      expect(heard.splice(0)).toEqual([]);
    });
  },
);
