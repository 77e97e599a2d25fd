/** Writes a picture into a new file, where the person says. */
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { askText } from "../pickers/ask-text.ts";
import type { Screen } from "../screen.ts";
import type { Picture } from "./picture.ts";

/** Asks again while a file cannot be written, or is there already; a person who leaves saves nothing. */
export const saveImage = async (screen: Screen, name: string, { mediaType, bytes }: Picture): Promise<void> => {
  const { cwd } = screen.desk.place();
  let text: string | undefined = `${name}.${endings[mediaType] ?? "bin"}`;
  for (;;) {
    text = await askText(screen, { title: `File, in ${cwd}`, text });
    if (text === undefined) return;
    const file = resolve(cwd, text);
    try {
      await writeFile(file, bytes, { flag: "wx" });
      screen.tell("note", `the image is in ${file}`);
      return;
    } catch (error) {
      screen.tell("error", whyNot(file, error));
    }
  }
};

const endings: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
};

const whyNot = (file: string, error: unknown): string => {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EEXIST") return `${file} is there already; name a file that is not`;
  return `${file} could not be written (${code ?? String(error)}); name another file`;
};
