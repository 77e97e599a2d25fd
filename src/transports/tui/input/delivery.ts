/** Hands out what was sent, in its order, with what it names attached. */
import type { ContentPart, ImagePart } from "../../../contract/message.ts";
import { attach } from "./attach.ts";
import type { ComposerParts, Said } from "./composer-port.ts";
import type { Taken } from "./message-editor.ts";

export interface Sent extends Taken {
  readonly steer: boolean;
}

/** Files are read meanwhile; the input is free at once. */
export const delivery = (parts: ComposerParts): ((sent: Sent) => void) => {
  let before = Promise.resolve();
  const deliver = async ({ text, typed, images, steer }: Sent): Promise<void> => {
    if (typed.startsWith("!")) {
      const line = text.slice(1).trim();
      return line === "" ? undefined : parts.onShell(line);
    }
    const command = typed.startsWith("/") ? commandOf(text) : undefined;
    const attached = command === undefined ? withImages(await attach(typed, parts), images) : [];
    parts.onSaid({ text, parts: [{ type: "text", text }, ...attached], command }, { steer });
  };
  return (sent) => {
    before = before.then(() => deliver(sent));
  };
};

/** A picture that came back into the input may also be that of a path there. */
const withImages = (attached: readonly ContentPart[], images: readonly ImagePart[]): readonly ContentPart[] => [
  ...attached,
  ...images.filter(({ data }) => !attached.some((part) => part.type === "image" && part.data === data)),
];

/** A word with another slash is a path. */
const commandOf = (text: string): Said["command"] => {
  const [, name, argument = ""] = /^\/([^\s/]+)(?:\s+(.*))?$/su.exec(text) ?? [];
  return name === undefined ? undefined : { name, argument };
};
