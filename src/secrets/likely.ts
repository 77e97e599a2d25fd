/** Whether characters look drawn by chance, as secrets are, and not written by somebody as a name, an example or a stand-in. */

/** Bits of Shannon's entropy in a character of the text, by how often each occurs in it. */
export const bitsPerCharacter = (text: string): number => {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
};

/** What follows a known beginning: long enough by its format, so that only stand-ins such as `xxxx` have to be told apart. */
export const isDrawn = (text: string): boolean =>
  bitsPerCharacter(text) >= 2.5 && !/EXAMPLE|x{6}|X{6}|0{8}|\.{3}|\*{3}/u.test(text);

/**
 * The literal beside a telling name, such as `password = "…"`. Quoted, it is a literal of a program or of data; unquoted it
 * may be an expression of code, so more is asked of it.
 */
export const isLiteralSecret = (text: string, quoted: boolean): boolean =>
  text.length >= fewestCharacters &&
  /[A-Za-z]/u.test(text) &&
  (/\d/u.test(text) || isMixed(text)) &&
  bitsPerCharacter(text) * text.length >= fewestBits &&
  !isStandIn(text) &&
  !isAddress(text) &&
  !isDigestOrVersion(text) &&
  (quoted || !isExpression(text));

/** A password that stands between a user and a host. */
export const isUrlPassword = (text: string, user: string): boolean =>
  text !== user && !isStandIn(text) && !/^[a-z]{1,8}$/u.test(text) && bitsPerCharacter(text) >= 1.5;

// Without a digit it is mostly a name. In names few letters are capitals, and some letters come often.
const isMixed = (text: string): boolean => {
  const capitals = (text.match(/[A-Z]/gu)?.length ?? 0) / text.length;
  const drawnBits = Math.log2(Math.min(text.length, 52));
  return text.length >= 16 && capitals > 0.27 && capitals < 0.75 && bitsPerCharacter(text) > drawnBits * 0.88;
};

const fewestCharacters = 8;
const fewestBits = 24;

/** Written so that nobody takes it for real, or words and a number at their end. Digits and signs that stand for letters are read as those letters. */
const isStandIn = (text: string): boolean =>
  /^[$%<{*#@]|[*•…]{3}|\.{3}|\$\{|\{\{/u.test(text) ||
  /(.)\1{5}/u.test(text) ||
  /^[A-Za-z]?[a-z]+(?:[-_.][a-z]+)*[-_.]?\d{1,4}$/u.test(text) ||
  /passw|secret|token|apikey|exampl|sample|dummy|fake|change|replace|placeholder|your|redact|hidden|test|mock|todo|x{4}|foobar|abcdef|qwert|hunter|12345|wrong|invalid|correct/u.test(
    spoken(text),
  );

const letters: Readonly<Record<string, string>> = {
  "0": "o",
  "3": "e",
  "4": "a",
  "@": "a",
  "5": "s",
  $: "s",
  "7": "t",
  "-": "",
  _: "",
};

const spoken = (text: string): string => {
  const lower = text.toLowerCase();
  return `${lower} ${lower.replaceAll(/[034@57$_-]/gu, (character) => letters[character] ?? "")}`;
};

const isAddress = (text: string): boolean =>
  /^(?:[a-z][a-z0-9+.-]*:\/\/|\.{0,2}\/|~\/|[A-Za-z]:\\)/u.test(text) ||
  /^[\w.-]+\.(?:ts|js|tsx|jsx|json|py|rb|go|rs|md|txt|pem|key|ya?ml|toml|env)$/u.test(text);

/** Digests that name their algorithm, dates and version numbers: no secrets even beside such a name. */
const isDigestOrVersion = (text: string): boolean =>
  /^(?:sha\d{1,3}|md5)[-:$]/u.test(text) ||
  /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?$/u.test(text) ||
  /^v?\d+\.\d+\.\d+/u.test(text);

/** `options.token2`, `base64Token`, `arr[0]`, `a?b:c1`: names and what is done with them; a drawn text has many digits among its letters. */
const isExpression = (text: string): boolean => {
  if (/^[A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)[\w$]+)+$/u.test(text)) return !/^[^.]{30}/u.test(text);
  if (/[?[\]!*+]/u.test(text) && !/\d.*\d/u.test(text)) return true;
  if (!/^[A-Za-z_]\w*$/u.test(text)) return false;
  if (isMixed(text)) return false;
  const digits = text.replaceAll(/\D/gu, "").length;
  return digits < 3 || bitsPerCharacter(text) * text.length < 40;
};
