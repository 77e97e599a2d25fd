/** Sends a signal to a process, or to a group by its negative number. */

/** Whether there was anyone to receive it; 0 only asks. */
export const signal = (pid: number, name: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
};
