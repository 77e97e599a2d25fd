/** `kelson profile`: read, changed and forgotten by the person whom it is about. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workshop } from "./workshop.ts";

test("it is edited from standard input, a file and an editor, shown with its versions, and cleared", async () => {
  const { kelson, cwd, home } = await workshop();
  expect(await kelson(["profile", "show"])).toEqual({ code: 0, stdout: "", stderr: "Nothing is known of you.\n" });
  expect((await kelson(["profile", "edit"], { stdin: "Likes tabs.\n" })).stderr).toBe("This is version 1.\n");
  expect((await kelson(["profile", "edit"], { stdin: "Likes tabs.\n" })).stderr).toBe("Nothing was changed.\n");
  await writeFile(join(cwd, "me.md"), "Likes tea.\n");
  expect((await kelson(["profile", "edit", join(cwd, "me.md")])).code).toBe(0);
  const editor = { env: { EDITOR: "sed -i s/tea/coffee/" }, typed: [] };
  expect((await kelson(["profile", "edit"], editor)).stderr).toBe("This is version 3.\n");
  expect((await kelson(["profile", "show"])).stdout).toBe("Likes coffee.\n");
  const rows = (await kelson(["profile", "show", "--versions"])).stdout.trimEnd().split("\n");
  expect(rows.map((row) => row.split(/ +/u).slice(0, 2))).toEqual([
    ["VERSION", "BY"],
    ...["1", "2", "3"].map((n) => [n, "user"]),
  ]);
  expect(await kelson(["profile", "edit"], { env: { EDITOR: "false" }, typed: [] })).toMatchObject({ code: 2 });
  expect(await kelson(["profile", "edit", join(home, "none")])).toMatchObject({ code: 2 });
  expect(await kelson(["profile", "clear"])).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes") });
  expect((await kelson(["profile", "clear"], { typed: ["y"] })).stderr).toContain("erased 3 versions");
  expect((await kelson(["profile", "show"])).stdout).toBe("");
});

test("its log is verified with all others, and is listed only when it is asked for", async () => {
  const { kelson } = await workshop();
  await kelson(["profile", "edit"], { stdin: "Likes tabs." });
  expect((await kelson(["sessions", "list"])).stdout).toBe("");
  expect((await kelson(["sessions", "list", "--all"])).stdout).toContain("user");
  for (const which of ["user", "--all"])
    expect((await kelson(["audit", "verify", which])).stdout).toMatch(/^✓ user: 3 lines/u);
  expect(await kelson(["run", "-r", "user", "-m", "scripted/none", "hi"])).toMatchObject({ code: 2 });
});

test("it stands in the prompt only when it is turned on", async () => {
  const { kelson, script } = await workshop();
  await kelson(["profile", "edit"], { stdin: "Likes tabs." });
  const loaded = async (): Promise<boolean> =>
    (await kelson(["sessions", "show", "--verbose"])).stdout.includes("loaded profile");
  await kelson(["run", "-m", await script({ text: "Hi." }), "hi"]);
  expect(await loaded()).toBe(false);
  await kelson(["config", "set", "profile", "true"]);
  await kelson(["run", "-m", await script({ text: "Hi." }), "hi"]);
  expect(await loaded()).toBe(true);
});
