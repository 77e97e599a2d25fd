/** Skills as people read them. */
import type { Skill } from "../../contract/skill.ts";
import { cleanLine, cleanText } from "../terminal/clean.ts";
import { tableText } from "./table-text.ts";

/** What each is called with, whose it is, and what for. */
export const skillTable = (list: readonly Skill[], width: number): string =>
  tableText([["SKILL", "FROM", "WHAT IT IS FOR"], ...list.map(rowOf)], width);

const rowOf = ({ name, argumentHint = "", source, description }: Skill): string[] => [
  cleanLine(`/${name} ${argumentHint}`.trim()),
  source,
  cleanLine(description),
];

/** All that there is to know of one. */
export const skillPage = (skill: Skill): string => {
  const { name, description, source, file, compatibility, allowedTools, model, text } = skill;
  const rows = [
    ["skill", name],
    ["is for", description],
    ["stands in", file === undefined ? "Kelson itself" : `${file} (${source})`],
    ...(compatibility === undefined ? [] : [["needs", compatibility]]),
    ["may call", allowedTools === undefined ? "whatever the policy allows" : allowedTools.join(", ") || "nothing"],
    ["runs", skill.forks ? `in a sub-agent${model === undefined ? "" : ` of ${model}`}` : "in the session"],
    ["is called by", callers(skill)],
  ];
  return `${tableText(
    rows.map((row) => row.map(cleanLine)),
    Infinity,
  )}\n${cleanText(text)}\n`;
};

const callers = ({ forModel, forUser }: Skill): string =>
  [...(forModel ? ["the model"] : []), ...(forUser ? ["a person"] : [])].join(" and ") || "nobody";
