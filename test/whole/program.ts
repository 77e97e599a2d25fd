/** Runs the program as a user does, in a home and a directory of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const bin = join(import.meta.dirname, "..", "..", "src", "main.ts");

const compiled = join(tmpdir(), "kelson-test-compiled");

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that runs: what it has written so far, and what it comes to. */
export interface Running {
  readonly ended: Promise<Ended>;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly signal: (name: NodeJS.Signals) => void;
}

export interface Place {
  readonly cwd: string;
  readonly home: string;
  readonly start: (...argv: string[]) => Running;
  readonly kelson: (...argv: string[]) => Promise<Ended>;
}

/** `base` is where home and directory are made, `through` the words of a program that becomes this one. */
export interface Surroundings {
  readonly base?: string;
  readonly through?: readonly string[];
}

/**
 * A place with nothing in it; `env` is all that the program sees besides PATH, HOME and a cache of compiled code that all
 * places share. Tests that run beside others hand in their own `onTestFinished`.
 */
export const place = async (
  env: Readonly<Record<string, string>> = {},
  finished: (clear: () => Promise<void>) => void = onTestFinished,
  { base = tmpdir(), through = [] }: Surroundings = {},
): Promise<Place> => {
  const home = await mkdtemp(join(base, "kelson-home-"));
  const cwd = await mkdtemp(join(base, "kelson-work-"));
  const children = new Set<ChildProcess>();
  finished(async () => {
    for (const child of children) child.kill("SIGKILL");
    await rm(home, { recursive: true, force: true });
    await rm(cwd, { recursive: true, force: true });
  });
  const start = (...argv: string[]): Running => {
    const [file = "", ...words] = [...through, process.execPath, bin, ...argv];
    const child = spawn(file, words, {
      cwd,
      env: { PATH: process.env["PATH"], HOME: home, NODE_COMPILE_CACHE: compiled, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    children.add(child);
    child.on("close", () => children.delete(child));
    const text = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text.stdout += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (text.stderr += chunk));
    const ended = new Promise<Ended>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => resolve({ code, ...text }));
    });
    return {
      ended,
      stdout: () => text.stdout,
      stderr: () => text.stderr,
      signal: (name) => void child.kill(name),
    };
  };
  return { cwd, home, start, kelson: (...argv) => start(...argv).ended };
};
