/** Ids of sessions, runs and commands. */
import { randomInt } from "node:crypto";

const randomChars = 6;
const alphabet = "0123456789abcdefghijklmnopqrstuvwxyz";

/** An id that sorts by time and can be typed: `261121-230512-k3f9q2`, in UTC. */
export const newId = (): string => {
  const [date = "", time = ""] = new Date().toISOString().slice(2, 19).split("T");
  const random = Array.from({ length: randomChars }, () => alphabet[randomInt(alphabet.length)]).join("");
  return `${date.replaceAll("-", "")}-${time.replaceAll(":", "")}-${random}`;
};
