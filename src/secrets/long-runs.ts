/** Runs of the characters that secrets are written in, as long as a secret at least: texts have few of them, so most is passed over fast. */

export const fewestRunCharacters = 20;

const isRunning = new Uint8Array(128);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+/=.:")
  isRunning[character.charCodeAt(0)] = 1;

/** Where they begin and end. Looks at the place where a run would have to have come to, and goes back from there. */
export const longRuns = (text: string): (readonly [from: number, to: number])[] => {
  const runs: [number, number][] = [];
  let from = 0;
  while (from + fewestRunCharacters <= text.length) {
    let at = from + fewestRunCharacters - 1;
    while (at >= from && isRunning[text.charCodeAt(at)] === 1) at -= 1;
    if (at >= from) {
      from = at + 1;
      continue;
    }
    let to = from + fewestRunCharacters;
    while (to < text.length && isRunning[text.charCodeAt(to)] === 1) to += 1;
    runs.push([from, to]);
    from = to + 1;
  }
  return runs;
};
