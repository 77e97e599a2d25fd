/** ps: it lists processes, and with some flags their environments, which hold keys. */
import type { Field } from "../expand.ts";
import { type Findings, unclear } from "../findings.ts";
import { flags, readFlags } from "../flags.ts";

export const ps = (found: Findings, words: readonly Field[]): void => {
  found.effects.add("read");
  const { operands, flags: given, strange } = readFlags(words, known);
  if (strange !== undefined) unclear(found, strange);
  // Words without a dash are flags as BSD has them; some of Linux's are read so as well when they fit nothing else.
  const shows =
    operands.some(({ text }) => /^[a-z]*e/iu.test(text)) ||
    words.some(({ text }) => /^-\w*E|^-\w*[axu]\w*e/u.test(text)) ||
    given.some(({ value }) => /env/iu.test(value?.text ?? ""));
  if (shows) found.effects.add("execute");
};

const known = flags(
  "* -o= -O= -p= -q= -C= -u= -U= -g= -G= -s= -t= --format= --pid= --ppid= --quick-pid= --sort= --user= --User= --tty=",
);
