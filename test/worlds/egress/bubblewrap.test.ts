/** Commands in bubblewrap that may reach some hosts: through the proxy's socket and a relay of their own, and no other way. */
import { describe, expect, test } from "vitest";
import type { World } from "../../../src/contract/world.ts";
import { bubblewrap } from "../../../src/worlds/bubblewrap.ts";
import { allowedHosts, worldIn } from "./allowed-hosts.ts";

const world = await worldIn(bubblewrap);
const missing = typeof world === "string" ? ` (skipped: ${world})` : "";

describe.skipIf(missing !== "")(`bubblewrap with allowed hosts${missing}`, () => {
  const { host, heard, run } = allowedHosts(world as World);
  const fetching = String.raw`$NODE --use-env-proxy -e "fetch('http://' + process.env.HOST).then((r) => r.text()).then(console.log, () => console.log('none'))"`;

  test("they are reached, each connection is heard of, and the relay is no leftover", async () => {
    expect(await run(fetching, [host()])).toMatchObject({ stdout: "here\n", code: 0, leftovers: 0 });
    const port = Number(host().slice(10));
    expect(heard.splice(0)).toEqual([{ host: "localhost", port, allowed: true, rule: host() }]);
    expect(await run("exit 7", [host()])).toMatchObject({ code: 7, leftovers: 0 });
  });

  test("others are not, and that is heard of", async () => {
    expect((await run(fetching, ["example.org"])).stdout).not.toBe("here\n");
    expect(heard.splice(0)).toMatchObject([{ host: "localhost", allowed: false }]);
  });

  test("one that is denied is not, whatever allows it", async () => {
    const denied = (name: string) => (name === "localhost" ? "user Network(localhost)" : undefined);
    expect((await run(fetching, [host()], denied)).stdout).not.toBe("here\n");
    expect(heard.splice(0)).toMatchObject([{ host: "localhost", allowed: false, rule: "user Network(localhost)" }]);
  });

  test("without a list there is no proxy and no network", async () => {
    const nowhere = "echo $http_proxy$ALL_PROXY; (exec 3<> /dev/tcp/127.0.0.1/$PORT) 2>/dev/null || echo none";
    expect((await run(nowhere)).stdout).toBe("\nnone\n");
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
    expect((await run(script, [host()])).stdout).toBe("");
    expect(heard.splice(0)).toEqual([]);
  });
});
