/** What Landlock can hold, by the version of its interface, and how everything but some places is given. */
import { expect, test } from "vitest";
import { grantsBut, maxGrants } from "../../../src/worlds/landlock/grants.ts";
import { landlockConfinement } from "../../../src/worlds/landlock/confinement.ts";
import { rightsOf } from "../../../src/worlds/landlock/rights.ts";

const all = 0xffff;
const [refer, truncate, controlDevice] = [1 << 13, 1 << 14, 1 << 15];

test.each([
  [1, all & ~refer & ~truncate & ~controlDevice, 0, 0],
  [2, all & ~truncate & ~controlDevice, 0, 0],
  [3, all & ~controlDevice, 0, 0],
  [4, all & ~controlDevice, 3, 0],
  [5, all, 3, 0],
  [6, all, 3, 3],
  [7, all, 3, 3],
  [12, all, 3, 3],
])("ABI %i handles", (abi, files, tcp, scopes) => {
  const rights = rightsOf(abi);
  expect(rights.handled).toEqual({ files, tcp, scopes });
  for (const given of [rights.list, rights.read, rights.write, rights.device, rights.onFiles])
    expect(given & ~files).toBe(0);
});

test("nothing that writes is in what reads, and no device is made", () => {
  const { read, write } = rightsOf(7);
  const makesDevices = (1 << 6) | (1 << 11);
  expect([read & write, write & makesDevices]).toEqual([0, 0]);
});

test.each([
  [1, [], ["secrets", "workspace-secrets", "network"]],
  [3, [], ["writes", "secrets", "workspace-secrets", "network"]],
  [7, [], ["writes", "secrets", "workspace-secrets", "network", "processes"]],
  [7, [".env"], ["writes", "secrets", "network", "processes"]],
])("what an ABI of %i holds is said, with %j in the workspace", (abi, seen, holds) => {
  expect(landlockConfinement(abi, { writes: "workspace-write", seen }).holds).toEqual(holds);
});

const tree: Readonly<Record<string, readonly string[]>> = {
  "/": ["etc/", "home/", "init"],
  "/home": ["me/", "you/"],
  "/home/me": [".ssh/", "work/", "notes"],
};
const list = (path: string) =>
  (tree[path] ?? []).map((name) => ({ name: name.replace("/", ""), directory: name.endsWith("/") }));
const given = (except: readonly string[], place = "/") => grantsBut({ place, rights: 7, onFiles: 5, except, list });

test("everything is one grant where nothing is hidden", () => {
  expect(given([])).toEqual([{ path: "/", rights: 7 }]);
  expect(given(["/home/me/.ssh"], "/home/you")).toEqual([{ path: "/home/you", rights: 7 }]);
});

test("only the way to something hidden is divided; files get what files can have", () => {
  const grants = given(["/home/me/.ssh", "/home/me/.netrc"]);
  expect(grants.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
    { path: "/etc", rights: 7 },
    { path: "/home/me/notes", rights: 5 },
    { path: "/home/me/work", rights: 7 },
    { path: "/home/you", rights: 7 },
    { path: "/init", rights: 5 },
  ]);
  expect(given(["/"])).toEqual([]);
});

test("a directory of very many entries is not given whole", () => {
  const many = () => Array.from({ length: 10_000 }, (_, index) => ({ name: String(index), directory: false }));
  expect(grantsBut({ place: "/", rights: 7, onFiles: 5, except: ["/x"], list: many })).toHaveLength(maxGrants);
});

test("a crowded directory takes nothing from the others", () => {
  const many = Array.from({ length: 10_000 }, (_, index) => ({ name: String(index), directory: true }));
  const crowded = (path: string) =>
    path === "/" ? ["tmp", "usr"].map((name) => ({ name, directory: true })) : path === "/tmp" ? many : [];
  const grants = grantsBut({ place: "/", rights: 7, onFiles: 5, except: ["/tmp/x"], list: crowded });
  expect(grants).toContainEqual({ path: "/usr", rights: 7 });
  expect(grants).toHaveLength(maxGrants);
});
