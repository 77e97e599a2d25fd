/** Ids of nine letters and digits, which is all that Mistral takes. */

const length = 9;

/** The id itself where it is one already, else one that is made of it: the same each time, and hardly ever that of another. */
export const shortId = (id: string): string =>
  /^[a-zA-Z0-9]{9}$/.test(id) ? id : (digits(id, 0x811c9dc5) + digits(id, 0x01234567)).slice(0, length);

/** FNV-1a, 32 bits, as five digits of base 36 or more. */
const digits = (text: string, seed: number): string => {
  let hash = seed;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36).padStart(5, "0").slice(-5);
};
