/** A session that somebody works on is not removed from under them. */
import { expect, test } from "vitest";
import { installation } from "../../src/signers/installation.ts";
import { memory } from "../../src/stores/memory.ts";
import { elsewhere } from "../../src/testing/conformance/store/samples.ts";
import { newDirectory } from "../stores/directory.ts";
import { assembled } from "./assembled.ts";
import { playing } from "./playing.ts";
import { say } from "./workshop.ts";

test("not while it is open here, nor while another process has it", async () => {
  const store = memory();
  const signer = installation(newDirectory());
  const runtime = assembled({ provider: playing([{ text: "Done." }]), tools: [], signer }, store);
  const session = await runtime.create({ cwd: newDirectory() });
  await say(session, "go");
  await expect(runtime.remove(session.id)).rejects.toMatchObject({ code: "held" });
  await session.close();

  const lease = await store.acquire(session.id, elsewhere);
  if (!lease.ok) throw new Error("it was let go");
  await expect(runtime.remove(session.id)).rejects.toMatchObject({ code: "held" });
  // Nothing of it was touched.
  expect(await runtime.verify(session.id)).toMatchObject({ ok: true });
  expect(await runtime.attested()).toEqual([session.id]);

  await store.release(session.id, lease.token);
  await runtime.remove(session.id);
  expect([await runtime.list(), await runtime.attested()]).toEqual([[], []]);
  await expect(runtime.remove(session.id)).rejects.toMatchObject({ code: "not_found" });
});
