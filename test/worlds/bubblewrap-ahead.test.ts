/** A sandbox that was built before its command was known holds what one built for it would. */
import { linkSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Exec, World } from "../../src/contract/world.ts";
import { attacks } from "../../src/worlds/attacks/attacks.ts";
import { attempt } from "../../src/worlds/attacks/attempt.ts";
import { bubblewrap } from "../../src/worlds/bubblewrap.ts";
import type { Launch, OpenLauncher } from "../../src/worlds/launcher.ts";
import { local } from "../../src/worlds/local.ts";
import { builtAhead } from "../conformance/sandbox/built-ahead.ts";

const missing = await bubblewrap({ roots: [realpathSync(homedir())], writes: "read-only", env: process.env }).then(
  (launcher) => launcher.close().then(() => undefined),
  (error: Error) => error.message,
);

/** Long enough for a sandbox to be built on a busy machine; shorter, fewer commands meet one, and none fails. */
const pauseMs = 300;

describe.skipIf(missing !== undefined)(
  `a sandbox built ahead${missing === undefined ? "" : ` (skipped: ${missing})`}`,
  () => {
    let directory: string;
    let world: World;
    let ahead: boolean[];

    const watched: OpenLauncher = async (options) => {
      const launcher = await bubblewrap(options);
      return {
        ...launcher,
        launch: async (program: Launch) => {
          const launched = await launcher.launch(program);
          ahead.push(launched.process !== undefined);
          return launched;
        },
      };
    };
    const run = async (script: string, more: Partial<Exec> = {}): Promise<string> => {
      const { exit } = await world.exec({ argv: ["sh", "-c", script], ...more });
      const { stdout, code, signal, leftovers } = await exit;
      return `${stdout.trim()} ${String(code ?? signal)} ${String(leftovers)}`;
    };
    const first = async (): Promise<void> => {
      expect(await run("echo first")).toBe("first 0 0");
      await sleep(pauseMs);
    };
    const secret = (text: string, name = ".env"): string => {
      writeFileSync(join(directory, name), text);
      return join(directory, name);
    };

    beforeEach(async () => {
      directory = mkdtempSync("/var/tmp/kelson-ahead-");
      ahead = [];
      secret("secret 0");
      world = await local({ launcher: watched })(directory);
    });
    afterEach(async () => {
      await world.close();
      rmSync(directory, { recursive: true, force: true });
    });

    it("takes the next command, its variables, its directory and its end", async () => {
      await first();
      expect(await run('echo "$A" "$PWD" "$(pwd)"; cat; exit 3', { env: { A: "b=c d" } })).toBe(
        `b=c d ${directory} ${directory} 3 0`,
      );
      await sleep(pauseMs);
      expect(await run("kill -9 $$")).toBe(" SIGKILL 0");
      await sleep(pauseMs);
      expect(await run("sleep 30 >/dev/null & echo there")).toBe("there 0 1");
      expect(ahead).toEqual([false, true, true, true]);
    });

    it("takes no command with standard input, other outputs, or too many words", async () => {
      await first();
      expect(await run("cat", { stdin: { text: "input" } })).toBe("input 0 0");
      await sleep(pauseMs);
      expect(await run("echo out; echo error >&2", { stderr: "apart" })).toBe("out 0 0");
      await sleep(pauseMs);
      expect(await run(`: ${"x".repeat(70_000)}; echo long`, { stderr: "apart" })).toBe("long 0 0");
      expect(ahead).toEqual([false, false, false, false]);
    });

    it("holds a command to its own limits and to less than the last one might do", async () => {
      await first();
      expect(await run("ulimit -f; ulimit -c", { limits: { fileBytes: 512 * 1024 } })).toBe("1024\n0 0 0");
      await sleep(pauseMs);
      expect(await run("(echo x > made) 2>/dev/null; ls", { confine: { writes: "nothing", network: "nothing" } })).toBe(
        " 0 0",
      );
      expect(ahead).toEqual([false, true, false]);
    });

    it("is not taken when a secret was replaced, linked anew, deleted or made", async () => {
      const env = join(directory, ".env");
      const changes = [
        () => renameSync(secret("secret 1", "other"), env),
        () => {
          linkSync(env, join(directory, "link"));
          unlinkSync(env);
          linkSync(join(directory, "link"), env);
          unlinkSync(join(directory, "link"));
        },
        () => {
          unlinkSync(env);
          secret("secret 2");
        },
        () => secret("secret 3", ".env.local"),
      ];
      for (const change of changes) {
        await first();
        change();
        expect(await run("cat .env .env.local 2>/dev/null")).toMatch(/^ 1 0/u);
        await sleep(pauseMs);
      }
      expect(ahead).toEqual([false, false, true, false, true, false, true, false]);
    });

    it("is not taken when somebody listens on a new socket, or a repository was made", async () => {
      await first();
      const server = createServer();
      await new Promise<void>((resolve) => void server.listen(join(directory, "socket"), resolve));
      expect(await run("test -S socket || echo hidden")).toBe("hidden 0 0");
      await new Promise((resolve) => void server.close(resolve));
      await sleep(pauseMs);
      mkdirSync(join(directory, ".git"));
      secret("ref: refs/heads/main", ".git/HEAD");
      secret("[core]", ".git/config");
      expect(await run("echo x 2>/dev/null >.git/config || echo held")).toMatch(/^held/u);
      expect(ahead).toEqual([false, false, false]);
    });

    it.each(attacks.map((attack) => [`${attack.hold}: ${attack.name}`, attack] as const))(
      "holds as well: %s",
      async (_, attack) => {
        const open = (home: string) => builtAhead(local({ launcher: bubblewrap, env: { ...process.env, HOME: home } }));
        const { promised, damage } = await attempt(attack, { base: directory, open });
        expect(promised ? damage : []).toEqual([]);
      },
    );

    it("ends with its world", async () => {
      await first();
      await world.close();
      expect(ahead).toEqual([false]);
    });
  },
);
