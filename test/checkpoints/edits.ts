/** Random edits of files, as tools, shells and people make them: each is a line of a shell script, and may fail. */
import { type Arbitrary, constantFrom, oneof, record, tuple } from "fast-check";

/** From ordinary names to some that hurt, as `printf` reads them; one is not UTF-8. */
const names = ["a", "b", "d", "d/a", "d/b", "d/e", "d/e/f", "g/h", "sp ace", "line\\nbreak", "d/\\377", "g/-rf", "ünï"];

/** Makes a variable of each name. Scripts begin with it. */
export const preamble = names.map((name, index) => `n${String(index)}=$(printf './${name}')`).join("\n");

const path: Arbitrary<string> = constantFrom(...names.keys()).map((index) => `"$n${String(index)}"`);
const content = constantFrom("", "x", "y", "a longer line\\n", "\\000\\377\\n\\r", "z\\n".repeat(300));
const fileMode = constantFrom("644", "600", "755", "444", "640");
const directoryMode = constantFrom("755", "700", "2775", "1777", "555");

/** As tools do it: whole, under another name first. */
const writeWhole = tuple(path, content).map(
  ([to, text]) => `mkdir -p "$(dirname ${to})"; printf '${text}' > tmp.$$ && mv -T tmp.$$ ${to}; rm -f tmp.$$`,
);
/** As shells do it, and editors: in place. */
const writeInPlace = tuple(path, content).map(([to, text]) => `printf '${text}' > ${to}`);
const append = tuple(path, content).map(([to, text]) => `printf '${text}' >> ${to}`);
const overwrite = path.map((to) => `[ -f ${to} ] && printf '!' | dd of=${to} conv=notrunc status=none`);
const remove = path.map((what) => `rm -rf ${what}`);
const makeDirectory = path.map((what) => `mkdir -p ${what}`);
const move = tuple(path, path).map(([from, to]) => `mv -T ${from} ${to}`);
const copy = tuple(path, path).map(([from, to]) => `cp -a -T ${from} ${to}`);
const link = tuple(path, constantFrom("a", "../..", "nowhere", "/etc/passwd", "d")).map(
  ([at, target]) => `ln -sfn ${target} ${at}`,
);
const secondName = tuple(path, path).map(([from, to]) => `[ -f ${from} ] && ln ${from} ${to}`);
const changeMode = record({ path, file: fileMode, directory: directoryMode }).map(
  ({ path, file, directory }) =>
    `[ -L ${path} ] || { [ -f ${path} ] && chmod ${file} ${path}; [ -d ${path} ] && chmod ${directory} ${path}; }`,
);
const swap = tuple(path, path).map(([one, other]) => `mv -T ${one} t.$$ && mv -T ${other} ${one}; mv -T t.$$ ${other}`);
const ignored = content.map((text) => `mkdir -p out; printf '${text}' > out/x`);

export const edit: Arbitrary<string> = oneof(
  { weight: 4, arbitrary: writeWhole },
  { weight: 3, arbitrary: writeInPlace },
  append,
  overwrite,
  { weight: 2, arbitrary: remove },
  makeDirectory,
  { weight: 2, arbitrary: move },
  copy,
  { weight: 2, arbitrary: link },
  secondName,
  { weight: 2, arbitrary: changeMode },
  swap,
  ignored,
);
