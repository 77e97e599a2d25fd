/** The manifest of a plug-in tool: what it is, what it takes and gives, and all that it may do. */
import { z } from "zod";
import { KelsonError } from "../contract/error.ts";
import { isDeeper, maxDepth } from "./depth.ts";

/** What a plug-in may do. `none` stands alone. */
export const permission = z.enum(["none", "fs_read", "fs_write", "network", "shell"]);

const absolute = z.string().regex(/^\/[^\0]*$/u, "must be an absolute path");

const word = z
  .string()
  .regex(/^[^\0]+$/u, "must be a word of a command")
  .refine((text) => !/^\.\/(?:.*\/)?\.\.(?:\/|$)/u.test(text), "must not lead out of the plug-in's own directory");

const host = z
  .string()
  .regex(
    /^(?:\*\.)?[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?$/u,
    "must be a host such as api.example.org or *.example.org",
  );

/** A tool.json. Times are seconds, memory is mebibytes. */
export const manifest = z
  .strictObject({
    name: z.string().regex(/^[a-z][a-z0-9_]{1,63}$/u, "must be 2 to 64 of a-z, 0-9 and _, and begin with a letter"),
    version: z
      .string()
      .max(64)
      .regex(/^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/u, "must be a semantic version such as 1.0.0"),
    description: z.string().min(10, "must say in at least 10 characters what the tool is for").max(1_000),
    command: z
      .array(word)
      .min(1, "must be the words of a command")
      .describe("words; a path that begins with ./ is one of the plug-in's own directory"),
    permissions: z.array(permission).min(1).default(["none"]),
    timeout: z.int().min(1).max(300).default(30),
    memory: z.int().min(32).max(2_048).default(256),
    input: z.record(z.string(), z.unknown()).describe("JSON Schema of an object"),
    output: z.record(z.string(), z.unknown()).optional().describe("JSON Schema of what it gives"),
    allowed_paths: z.array(absolute).default([]).describe("beside the workspace, which is always meant"),
    hosts: z.array(host).default([]).describe("whom it may reach, exact or *.example.org"),
  })
  .refine(({ permissions }) => !permissions.includes("none") || permissions.length === 1, {
    path: ["permissions"],
    message: "must be none alone, or others without it",
  })
  .refine(({ permissions, hosts }) => hosts.length === 0 || permissions.includes("network"), {
    path: ["hosts"],
    message: "need the permission network",
  })
  .refine(
    ({ permissions, allowed_paths: paths }) => paths.length === 0 || permissions.some((p) => p.startsWith("fs_")),
    {
      path: ["allowed_paths"],
      message: "need the permission fs_read or fs_write",
    },
  )
  .refine(({ input }) => input["type"] === "object", { path: ["input"], message: 'must have the type "object"' });

export type Manifest = z.infer<typeof manifest>;

/** KelsonError `bad_input` names the file, the field and what would be right. */
export const readManifest = (text: string, file: string): Manifest => {
  const read = manifest.safeParse(parsed(text, file));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = issue?.path.join(".") || "the manifest";
  throw new KelsonError("bad_input", `${file}: ${field}: ${issue?.message ?? "is wrong"}`);
};

const parsed = (text: string, file: string): unknown => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new KelsonError("bad_input", `${file} is not JSON`, { cause });
  }
  if (isDeeper(value)) throw new KelsonError("bad_input", `${file} is nested deeper than ${maxDepth}`);
  return value;
};
