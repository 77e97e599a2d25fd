/** A store gives back what was appended, in order. */
import { expect, it } from "vitest";
import type { Store } from "../../../contract/store.ts";
import { held, line, linesOf, readAll } from "./samples.ts";

export const lineTests = (store: () => Store): void => {
  it("gives back what was appended, to the byte", async () => {
    const token = await held(store(), "one");
    const lines = [
      line("one", 0),
      line("one", 1, { body: { salt: "salt", text: JSON.stringify({ text: "ä\u2028\u0000\ud83d" }) } }),
      line("one", 2, { body: { salt: "", text: "" } }),
      line("one", 3, { body: { salt: "big", text: "ü".repeat(300_000) } }),
    ];
    await store().append({ session: "one", token, lines: lines.slice(0, 2) });
    await store().append({ session: "one", token, lines: lines.slice(2) });
    expect(await readAll(store(), "one")).toEqual(lines);
    expect(await store().last("one")).toEqual(lines[3]);
  });

  it("leaves bodies out when they are not asked for", async () => {
    const token = await held(store(), "one");
    await store().append({ session: "one", token, lines: [line("one", 0, { body: { salt: "s", text: "{}" } })] });
    expect(await readAll(store(), "one", { bodies: false })).toEqual([line("one", 0)]);
  });

  it("reads from a seq on, in order, a few hundred at a time", async () => {
    const token = await held(store(), "one");
    await store().append({ session: "one", token, lines: linesOf("one", 0, 1000) });
    const batches = await Array.fromAsync(store().read("one", { from: 10 }));
    expect(batches.flat()).toEqual(linesOf("one", 10, 990));
    expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThan(600);
    expect(await readAll(store(), "one", { from: 1000 })).toEqual([]);
  });

  it("has no last line at first", async () => {
    await store().create("one");
    expect(await store().last("one")).toBeUndefined();
  });

  it("keeps two identical bodies apart: one goes with its session, the other stays", async () => {
    const body = { salt: "same", text: "x".repeat(100_000) };
    const token = await held(store(), "stays");
    const other = await held(store(), "goes");
    await store().append({ session: "stays", token, lines: [line("stays", 0, { body }), line("stays", 1, { body })] });
    await store().append({ session: "goes", token: other, lines: [line("goes", 0, { body })] });
    await store().remove("goes");
    expect((await readAll(store(), "stays")).map((line) => line.body)).toEqual([body, body]);
  });

  it("takes appends in the order in which they were asked for, big bodies or not", async () => {
    const token = await held(store(), "one");
    const bodies = Array.from({ length: 20 }, (_, seq) => ({
      salt: "s",
      text: "x".repeat(seq % 3 === 0 ? 80_000 : 8),
    }));
    await Promise.all(
      bodies.map((body, seq) => store().append({ session: "one", token, lines: [line("one", seq, { body })] })),
    );
    expect((await readAll(store(), "one")).map((line) => line.body)).toEqual(bodies);
  });
};
