/** The SQLite store on a disk that fills up, loses files, or holds something else. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import type { Line } from "../../src/contract/store.ts";
import { sqlite } from "../../src/stores/sqlite.ts";
import { codeOf, held, line, linesOf, readAll } from "../../src/testing/conformance/store/samples.ts";
import { newDirectory } from "./directory.ts";
import { smallDisk } from "./small-disk.ts";

const megabyte = 1_000_000;
const withBody = (session: string, seq: number, bytes: number): Line =>
  line(session, seq, { body: { salt: `salt ${seq}`, text: "x".repeat(bytes) } });

describe("a full disk", () => {
  it.for([
    ["the database", 60_000],
    ["the big bodies", 300_000],
  ] as const)(
    "is said, nothing is half written, and work goes on when there is room (%s)",
    async ([, bytes], context) => {
      const disk = smallDisk(6 * megabyte, context);
      const store = sqlite(join(disk, "store"));
      const token = await held(store, "one");
      const ballast = join(disk, "ballast");
      writeFileSync(ballast, Buffer.alloc(3 * megabyte));

      let seq = 0;
      let code: unknown;
      while (code === undefined) {
        const lines = [withBody("one", seq, bytes), line("one", seq + 1)];
        code = await store.append({ session: "one", token, lines }).then(
          () => void (seq += 2),
          (thrown: { code: unknown; message: string }) => {
            expect(thrown.message).toMatch(/the disk is full$/);
            return thrown.code;
          },
        );
      }
      expect(code).toBe("disk_full");
      expect(await readAll(store, "one")).toHaveLength(seq);
      expect(await codeOf(store.append({ session: "one", token, lines: [line("one", seq + 1)] }))).toBe("store_failed");

      rmSync(ballast);
      await store.append({ session: "one", token, lines: [withBody("one", seq, bytes), line("one", seq + 1)] });
      expect(await readAll(store, "one")).toHaveLength(seq + 2);
      await store.close();
    },
  );

  it("fails only what does not fit", async (context) => {
    const disk = smallDisk(2 * megabyte, context);
    const store = sqlite(join(disk, "store"));
    const small = await held(store, "small");
    const large = await held(store, "large");
    const manyRows = Array.from({ length: 60 }, (_, seq) => withBody("large", seq, 60_000));
    const codes = await Promise.all([
      codeOf(store.append({ session: "large", token: large, lines: manyRows })),
      codeOf(store.append({ session: "small", token: small, lines: linesOf("small", 0, 2) })),
    ]);
    expect(codes).toEqual(["disk_full", "no error"]);
    expect(await readAll(store, "large")).toEqual([]);
    expect(await readAll(store, "small")).toEqual(linesOf("small", 0, 2));
    await store.close();
  });
});

describe("big bodies", () => {
  it("rest in files that are gone with their session", async () => {
    const directory = newDirectory();
    const store = sqlite(directory);
    const token = await held(store, "one");
    const lines = [withBody("one", 0, 65_536), withBody("one", 1, 65_537), withBody("one", 2, 2 * megabyte)];
    await store.append({ session: "one", token, lines });
    expect(readdirSync(join(directory, "bodies", "1"))).toHaveLength(2);
    expect(await readAll(store, "one")).toEqual(lines);
    await store.remove("one");
    expect(readdirSync(join(directory, "bodies"))).toEqual([]);
    await store.close();
  });

  it("that are lost leave their lines readable", async () => {
    const directory = newDirectory();
    const store = sqlite(directory);
    const token = await held(store, "one");
    await store.append({ session: "one", token, lines: [withBody("one", 0, megabyte), withBody("one", 1, 10)] });
    rmSync(join(directory, "bodies"), { recursive: true });
    expect(await readAll(store, "one")).toEqual([line("one", 0), withBody("one", 1, 10)]);
    await store.append({ session: "one", token, lines: [withBody("one", 2, megabyte)] });
    expect(await store.last("one")).toEqual(withBody("one", 2, megabyte));
    await store.close();
  });

  it("of a session that is gone are swept when the store is opened", async () => {
    const directory = newDirectory();
    await sqlite(directory).close();
    mkdirSync(join(directory, "bodies", "77"), { recursive: true });
    await sqlite(directory).close();
    expect(readdirSync(join(directory, "bodies"))).toEqual([]);
  });
});

describe("the files", () => {
  it("are for their owner alone, also when they were not", async () => {
    const directory = join(newDirectory(), "state", "store");
    const bits = (...path: string[]) => (statSync(join(directory, ...path)).mode & 0o777).toString(8);
    const store = sqlite(directory);
    const token = await held(store, "one");
    await store.append({ session: "one", token, lines: [withBody("one", 0, megabyte)] });
    const [body = ""] = readdirSync(join(directory, "bodies", "1"));
    expect([bits(), bits("bodies"), bits("bodies", "1")]).toEqual(["700", "700", "700"]);
    expect([bits("sessions.db"), bits("sessions.db-wal"), bits("sessions.db-shm"), bits("bodies", "1", body)]).toEqual(
      Array.from({ length: 4 }, () => "600"),
    );
    await store.close();

    chmodSync(join(directory, "sessions.db"), 0o644);
    await sqlite(directory).close();
    expect(bits("sessions.db")).toBe("600");
  });

  it("hold nothing of a removed session's words", async () => {
    const directory = newDirectory();
    const store = sqlite(directory);
    const token = await held(store, "one");
    const words = "my secret words";
    await store.append({ session: "one", token, lines: [line("one", 0, { body: { salt: "s", text: words } })] });
    await store.post("one", { type: "say", id: "a", parts: [{ type: "text", text: words }] });
    await store.saveDraft("one", token, { seq: 0, text: words });
    await store.remove("one");
    await store.close();
    expect(readFileSync(join(directory, "sessions.db")).includes(words)).toBe(false);
  });
});

describe("a file that is not ours", () => {
  it("is left as it is: no database", () => {
    const directory = newDirectory();
    const path = join(directory, "sessions.db");
    writeFileSync(path, "my shopping list, which is long enough to be taken for a header of something\n".repeat(100));
    const before = readFileSync(path);
    expect(() => sqlite(directory)).toThrow(`the store could not use ${path}: it is not a database`);
    expect(readFileSync(path)).toEqual(before);
    expect(readdirSync(directory)).toEqual(["sessions.db"]);
  });

  it("is left as it is: another program's database", () => {
    const directory = newDirectory();
    const path = join(directory, "sessions.db");
    const database = new DatabaseSync(path);
    database.exec("CREATE TABLE sessions (id)");
    database.close();
    const before = readFileSync(path);
    expect(() => sqlite(directory)).toThrow("not one of Kelson's");
    expect(readFileSync(path)).toEqual(before);
  });

  it("is said when sessions cannot be saved", () => {
    const file = join(newDirectory(), "file");
    writeFileSync(file, "");
    expect(() => sqlite(join(file, "store"))).toThrow(`sessions cannot be saved in ${join(file, "store")}`);
  });
});

it("says that it is closed", async () => {
  const store = sqlite(newDirectory());
  await store.close();
  expect(await codeOf(store.create("one"))).toBe("store_failed");
  expect(await codeOf(store.list())).toBe("store_failed");
  await store.close();
});
