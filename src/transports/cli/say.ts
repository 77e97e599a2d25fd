/** A person's words as a command to a session. */
import type { Command } from "../../contract/command.ts";

export const say = (id: string, text: string): Command => ({ type: "say", id, parts: [{ type: "text", text }] });
