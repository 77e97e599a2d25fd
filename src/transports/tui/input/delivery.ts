/** Hands out what was sent, in its order, with what it names attached. */
import type { ImagePart } from "../../../contract/message.ts";
import { attach } from "./attach.ts";
import type { ComposerParts } from "./composer-port.ts";

export interface Sent {
  readonly text: string;
  readonly images: readonly ImagePart[];
  readonly steer: boolean;
}

/** Files are read meanwhile; the input is free at once. */
export const delivery = (parts: ComposerParts): ((sent: Sent) => void) => {
  let before = Promise.resolve();
  const deliver = async ({ text, images, steer }: Sent): Promise<void> => {
    const command = /^!(.*)$/su.exec(text)?.[1]?.trim();
    if (command !== undefined) return command === "" ? undefined : parts.onShell(command);
    const name = /^\/(\S+)/u.exec(text)?.[1];
    const isCommand = parts.commands().some((command) => command.name === name);
    const attached = isCommand ? [] : [...(await attach(text, parts)), ...images];
    parts.onSaid({ text, parts: [{ type: "text", text }, ...attached] }, { steer });
  };
  return (sent) => {
    before = before.then(() => deliver(sent));
  };
};
