/** What OpenAI's models differ in, by their names. */

/** Models that think before they speak: they send thinking back and forth encrypted, and answer 400 to a temperature. */
export const openaiThinks = /(?:^|\/)(?:o\d|gpt-(?:5(?!-chat)|[6-9])|codex)/;
