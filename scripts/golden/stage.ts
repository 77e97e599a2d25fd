/** Where one golden session is recorded: a workspace, a home, a key and a model, with the real parts behind them. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createPrivateKey } from "node:crypto";
import { dirname, join } from "node:path";
import { assembleWith, type Plugs } from "../../src/assembly/assemble.ts";
import type { Configuration } from "../../src/contract/options.ts";
import { textOf } from "../../src/contract/message.ts";
import type { Provider } from "../../src/contract/provider.ts";
import type { Store } from "../../src/contract/store.ts";
import type { Runtime, Session } from "../../src/contract/runtime.ts";
import { status } from "../../src/folds/status/status.ts";
import { scripted } from "../../src/providers/scripted.ts";
import type { Script } from "../../src/providers/script.ts";
import { memory } from "../../src/stores/memory.ts";
import { sameness } from "./sameness.ts";

const top = "/tmp/kelson-golden";
const betweenCommandsMs = 90_000;

export interface Setting extends Pick<Plugs, "output"> {
  /** What the model says, by words of a session's first message. */
  readonly roles: Readonly<Record<string, Script>>;
  /** Files of the workspace. */
  readonly files?: Readonly<Record<string, string>>;
  /** Files of the home. */
  readonly home?: Readonly<Record<string, string>>;
  readonly configuration?: Configuration;
  /** Opens the store in a directory of its own; by default it is in memory, and then no files are saved. */
  readonly store?: (directory: string) => Store;
  /** A provider around the one that plays the roles. */
  readonly around?: (provider: Provider) => Provider;
}

export interface Stage {
  readonly runtime: Runtime;
  readonly cwd: string;
  /** Says something, and waits until the session rests. */
  readonly say: (session: Session, text: string) => Promise<void>;
  readonly send: (session: Session, command: Sent) => Promise<void>;
  /** Answers the call that waits. */
  readonly answer: (session: Session, answer: Answer) => Promise<void>;
}

type Sent = DistributiveOmit<Parameters<Session["send"]>[0], "id">;
type DistributiveOmit<T, Key extends PropertyKey> = T extends unknown ? Omit<T, Key> : never;
type Answer = Omit<Extract<Sent, { type: "answer" }>, "type" | "call">;

/** Works on the stage, and takes it down. */
export const onStage = async <T>(name: string, seed: number, setting: Setting, work: (stage: Stage) => Promise<T>) => {
  const { pass } = sameness(seed);
  const place = join(top, name);
  rmSync(place, { recursive: true, force: true });
  const [cwd, home, keys] = [join(place, "workspace"), join(place, "home"), join(place, "keys")];
  for (const directory of [cwd, home, keys]) mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFiles(cwd, setting.files);
  writeFiles(home, setting.home);
  writeFiles(keys, { "audit-ed25519.pem": key });
  const { roles, around = (provider) => provider, output } = setting;
  const { runtime } = await assembleWith(
    { provider: around(cast(roles)), store: setting.store?.(join(place, "state")) ?? memory(), keys, output },
    {
      configuration: { sandbox: "off", retryWait: 0.01, stateDir: join(place, "state"), ...setting.configuration },
      cwd,
      env: { HOME: home, PATH: process.env["PATH"], LANG: "C.UTF-8" },
      saved: true,
      interactive: true,
      output,
    },
  );
  let sent = 0;
  const send: Stage["send"] = async (session, command) => {
    pass(betweenCommandsMs);
    const outcome = await session.send({ ...command, id: `command-${(sent += 1)}` });
    if (!outcome.ok) throw new Error(`${name}: ${command.type} was refused: ${outcome.message}`);
  };
  try {
    return await work({
      runtime,
      cwd,
      send,
      say: async (session, text) => {
        await send(session, { type: "say", parts: [{ type: "text", text }] });
        await session.rest();
      },
      answer: async (session, answer) => {
        const call = (await session.read(status)).calls.find(({ state }) => state === "asked");
        if (call === undefined) throw new Error(`${name}: no call waits for an answer`);
        await send(session, { type: "answer", call: call.id, ...answer });
        await session.rest();
      },
    });
  } finally {
    await runtime.close();
    rmSync(place, { recursive: true, force: true });
  }
};

const writeFiles = (directory: string, files: Readonly<Record<string, string>> = {}): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text, { mode: 0o600 });
  }
};

/** Each session has its own part, by the first words that it was told. */
const cast = (roles: Setting["roles"]): Provider => {
  const players = Object.entries(roles).map(
    ([words, script]) => [words, scripted({ script, name: "golden" })] as const,
  );
  return {
    model: "scripted/golden",
    capabilities: { images: true, reasoning: true },
    stream: (request, options) => {
      const told = request.messages.flatMap((message) => (message.role === "user" ? [textOf(message.parts)] : []));
      const player = players.find(([words]) => told[0]?.includes(words))?.[1];
      if (player === undefined) throw new Error(`nobody plays ${told[0]}`);
      return player.stream(request, options);
    },
  };
};

/** An ed25519 key of which everybody knows the seed: 32 times 7, as PKCS #8 (RFC 8410). It proves nothing. */
const key = String(
  createPrivateKey({
    key: Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), Buffer.alloc(32, 7)]),
    format: "der",
    type: "pkcs8",
  }).export({ type: "pkcs8", format: "pem" }),
);
