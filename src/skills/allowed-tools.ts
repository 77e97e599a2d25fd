/** Reads `allowed-tools`: rules with spaces or commas between them, or a list of such. */

export type AllowedTools =
  | { readonly ok: true; readonly rules: string[] | undefined; readonly problems: readonly string[] }
  | { readonly ok: false; readonly why: string };

/** All of them are written down with each use. */
const mostRules = 100;

/** What cannot be read at all is no limit that anybody meant, so such a skill is not to be used. */
export const allowedToolsIn = (value: unknown): AllowedTools => {
  if (value === undefined || value === null) return { ok: true, rules: undefined, problems: [] };
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  if (!texts.every((text) => typeof text === "string"))
    return {
      ok: false,
      why: "has allowed-tools that are neither a text nor a list of texts, so nobody knows what it may do",
    };
  const rules = texts.flatMap(split);
  if (rules.length > mostRules) return { ok: false, why: `has ${rules.length} allowed-tools, more than ${mostRules}` };
  const wrong = rules.filter((rule) => !form.test(rule));
  return {
    ok: true,
    rules,
    problems: wrong.map(
      (rule) => `has ${JSON.stringify(rule)} among its allowed-tools, which is no rule and allows nothing`,
    ),
  };
};

/** As the policy reads rules: a name, and perhaps a pattern in brackets. */
const form = /^[A-Za-z_*][\w.*-]*(?:\(.+\))?$/su;

const split = (text: string): string[] => text.match(/(?:\((?:[^()]|\([^()]*\))*\)|[^\s,])+/gu) ?? [];
