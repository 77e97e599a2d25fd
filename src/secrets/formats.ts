/** Known formats of secrets as data: what each begins with, and what follows. Sources: the issuers' own documentation. */

/**
 * A secret that is known by how it looks. `begins` is a literal text, and never within a word.
 * With what `follows` it has as many characters as `long-runs.ts` asks for. `follows` is a regular expression of a bounded length without white space or punctuation of code.
 */
export interface Format {
  readonly kind: string;
  readonly begins: string;
  readonly follows: string;
  /** What must be among its characters; names in a program look alike without. */
  readonly needs?: RegExp;
}

const word = "[A-Za-z0-9]";
const wide = "[A-Za-z0-9_-]";
const hex = "[0-9a-f]";
const mixed = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])/u;

const alike = (kind: string, begins: readonly string[], follows: string, needs?: RegExp): Format[] =>
  begins.map((text) => ({ kind, begins: text, follows, ...(needs && { needs }) }));

/** More telling beginnings stand before those that they begin with. */
export const formats: readonly Format[] = [
  ...alike("aws-key-id", ["AKIA", "ASIA", "ABIA", "ACCA"], `[A-Z2-7]{16}(?!${word})`),
  { kind: "aws-bedrock", begins: "ABSK", follows: `[A-Za-z0-9+/]{109,269}={0,2}` },
  ...alike("github", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], `${word}{36,255}`),
  { kind: "github", begins: "github_pat_", follows: "[A-Za-z0-9_]{50,255}" },
  ...alike(
    "gitlab",
    ["glpat-", "gldt-", "glptt-", "glrt-", "glsoat-", "glcbt-", "glagent-", "gloas-"],
    `[A-Za-z0-9_.-]{20,120}`,
    /\d/u,
  ),
  ...alike(
    "slack",
    ["xoxa-", "xoxb-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xoxd-", "xoxc-"],
    `${wide}{20,250}`,
    /\d/u,
  ),
  { kind: "slack", begins: "xapp-", follows: `\\d-${wide}{20,200}` },
  {
    kind: "slack-webhook",
    begins: "hooks.slack.com/services/",
    follows: "T[A-Z0-9]{5,12}/B[A-Z0-9]{5,12}/[A-Za-z0-9]{20,30}",
  },
  ...alike(
    "discord-webhook",
    ["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"],
    `\\d{15,22}/${wide}{50,90}`,
  ),
  ...alike("stripe", ["sk_live_", "rk_live_", "sk_test_", "rk_test_"], `${word}{20,250}`),
  { kind: "stripe-webhook", begins: "whsec_", follows: "[A-Za-z0-9+/]{24,100}={0,2}" },
  { kind: "anthropic", begins: "sk-ant-", follows: `${wide}{20,200}`, needs: /\d/u },
  { kind: "openrouter", begins: "sk-or-v1-", follows: `${hex}{48,80}` },
  ...alike("openai", ["sk-proj-", "sk-svcacct-", "sk-admin-"], `${wide}{20,250}`, mixed),
  { kind: "api-key", begins: "sk-", follows: `(?:${hex}{32,64}(?!${wide})|${wide}{32,250})`, needs: /\d/u },
  { kind: "google", begins: "AIza", follows: `${wide}{35}(?!${wide})` },
  { kind: "google-oauth", begins: "GOCSPX-", follows: `${wide}{20,40}` },
  { kind: "google-oauth", begins: "ya29.", follows: `${wide}{20,500}` },
  { kind: "npm", begins: "npm_", follows: `${word}{36}(?!${wide})` },
  { kind: "pypi", begins: "pypi-", follows: `AgE${wide}{50,500}` },
  { kind: "rubygems", begins: "rubygems_", follows: `${hex}{48}(?!${wide})` },
  { kind: "hugging-face", begins: "hf_", follows: `${word}{30,40}(?!${wide})`, needs: /^(?=.*[a-z])(?=.*[A-Z])/u },
  { kind: "sendgrid", begins: "SG.", follows: `${wide}{16,32}\\.${wide}{16,64}` },
  { kind: "twilio", begins: "SK", follows: `${hex}{32}(?!${wide})` },
  { kind: "digitalocean", begins: "dop_v1_", follows: `${hex}{64}(?!${wide})` },
  { kind: "digitalocean", begins: "doo_v1_", follows: `${hex}{64}(?!${wide})` },
  { kind: "shopify", begins: "shpat_", follows: "[0-9a-fA-F]{32}(?![A-Za-z0-9_-])" },
  { kind: "shopify", begins: "shpss_", follows: "[0-9a-fA-F]{32}(?![A-Za-z0-9_-])" },
  { kind: "square", begins: "sq0csp-", follows: `${wide}{43}` },
  { kind: "square", begins: "sq0atp-", follows: `${wide}{22}` },
  { kind: "groq", begins: "gsk_", follows: `${word}{40,80}` },
  { kind: "xai", begins: "xai-", follows: `${word}{60,100}` },
  { kind: "perplexity", begins: "pplx-", follows: `${word}{40,64}` },
  { kind: "replicate", begins: "r8_", follows: `${word}{37}(?!${wide})` },
  { kind: "fireworks", begins: "fw_", follows: `${word}{24}(?!${wide})`, needs: mixed },
  { kind: "tavily", begins: "tvly-", follows: `${wide}{20,80}`, needs: /\d/u },
  { kind: "databricks", begins: "dapi", follows: `${hex}{32}(?:-\\d)?(?!${wide})` },
  { kind: "linear", begins: "lin_api_", follows: `${word}{40}(?!${wide})` },
  { kind: "notion", begins: "ntn_", follows: `${word}{40,60}` },
  { kind: "postman", begins: "PMAK-", follows: `${hex}{24}-${hex}{34}` },
  { kind: "newrelic", begins: "NRAK-", follows: "[A-Z0-9]{27}(?![A-Za-z0-9_-])" },
  { kind: "grafana", begins: "glsa_", follows: `${word}{32}_[0-9a-fA-F]{8}` },
  { kind: "grafana", begins: "glc_", follows: "[A-Za-z0-9+/]{32,400}={0,2}" },
  { kind: "vault", begins: "hvs.", follows: `${wide}{24,300}` },
  { kind: "docker", begins: "dckr_pat_", follows: `${wide}{27}(?!${wide})` },
  { kind: "atlassian", begins: "ATATT3", follows: `[A-Za-z0-9_=-]{100,300}` },
  { kind: "supabase", begins: "sbp_", follows: `${hex}{40}(?!${wide})` },
  { kind: "age", begins: "AGE-SECRET-KEY-1", follows: "[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}" },
  { kind: "jwt", begins: "eyJ", follows: `${wide}{10,2048}\\.eyJ${wide}{10,4096}\\.${wide}{10,1024}` },
];

/** A bot's token begins with its number, so it has no literal beginning. */
export const telegramToken = /(?<=(?<!\d)\d{8,10}):AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/gu;
