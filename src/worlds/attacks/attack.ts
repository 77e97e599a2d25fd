/** What an attack on a sandbox is: a small real program that tries to get out, as data. */
import type { Hold } from "../../contract/terms.ts";
import type { ExecLimits } from "../../contract/world.ts";

/**
 * Whether it got through is seen from outside: by files that changed, by a secret that it printed, by listeners that heard
 * it, by processes that died or lived on. What only the program itself can see it says in a line that begins with `BROKEN`.
 *
 * Its environment names what there is to attack: OUTSIDE, HOME, VICTIM and PARENT (process ids), TCP and UDP (ports of
 * 127.0.0.1), SOCKET (a path), ABSTRACT (a name), MARK, and numbers of system calls as CALL_ptrace. It does no harm where it
 * gets through: what it changes is what was made for it, or is set to what it was.
 */
export interface Attack {
  readonly name: string;
  readonly hold: Hold;
  readonly program: readonly ["sh" | "perl", string];
  readonly limits?: ExecLimits;
}

/** An attack that is a script for the shell. */
export const sh = (hold: Hold, name: string, script: string): Attack => ({ hold, name, program: ["sh", script] });

/** An attack that is a program for Perl. */
export const perl = (hold: Hold, name: string, script: string): Attack => ({ hold, name, program: ["perl", script] });
