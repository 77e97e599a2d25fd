/** A definition of a sub-agent as people write it down, in this house's words or in Claude Code's. */
import { toolNamed } from "../contract/familiar-names.ts";
import type { AgentType } from "../contract/agent-definition.ts";
import { readDocument } from "./front-matter.ts";

export interface ReadDefinition {
  readonly definition: AgentType;
  /** What of it does not count, one sentence each. */
  readonly notes: readonly string[];
}

/** `fileName` names it when it does not say its name. Throws with one sentence when it cannot be used. */
export const readAgentDefinition = async (source: string, fileName: string): Promise<ReadDefinition> => {
  const { fields, text, fault } = await readDocument(source);
  if (fault !== undefined) throw new Error(fault);
  const { name = fileName, description, tools, model, maxSteps = fields["maxTurns"] } = fields;
  const prompt = text.trim();
  if (prompt === "") throw new Error("it has no text, which is what the agent is told");
  const notes: string[] = [];
  const definition = {
    name: nameIn(name),
    description: descriptionIn(description),
    tools: toolsIn(tools, notes),
    model: modelIn(model, notes),
    steps: stepsIn(maxSteps),
    prompt,
  };
  return { definition, notes };
};

const nameIn = (name: unknown): string => {
  if (typeof name === "string" && /^[a-z0-9][a-z0-9-]{0,63}$/u.test(name)) return name;
  throw new Error(`its name must be small letters, digits and hyphens, got ${JSON.stringify(name)}`);
};

const maxDescription = 500;

/** In one line, because the model that starts it reads it in a list. */
const descriptionIn = (description: unknown): string => {
  if (typeof description !== "string" || description.trim() === "")
    throw new Error("its description must be text, which is what a model chooses it by");
  const line = description.replaceAll(/\s+/gu, " ").trim();
  return line.length > maxDescription ? `${line.slice(0, maxDescription - 1).toWellFormed()}…` : line;
};

const toolsIn = (tools: unknown, notes: string[]): string[] | undefined => {
  if (tools === undefined || tools === null || tools === "*") return undefined;
  const listed = typeof tools === "string" ? tools.split(",") : tools;
  if (!Array.isArray(listed) || listed.some((name) => typeof name !== "string"))
    throw new Error(`its tools must be names, in a list or with commas between them, got ${JSON.stringify(tools)}`);
  const names = (listed as string[]).map((name) => name.trim()).filter((name) => name !== "");
  const plain = names.filter((name) => {
    // To offer the whole tool would be more than was meant.
    const ruled = name.includes("(");
    if (ruled) notes.push(`${name} is a rule and no tool, so it is left out`);
    return !ruled;
  });
  if (plain.length === 0) throw new Error("none of its tools can be used");
  return [...new Set(plain.map(toolNamed))];
};

const aliases = new Set(["inherit", "default", "sonnet", "opus", "haiku"]);

/** Names without a provider mean one vendor's models, whatever the session's are: the session's own stands for them. */
const modelIn = (model: unknown, notes: string[]): string | undefined => {
  if (model === undefined || model === null || (typeof model === "string" && aliases.has(model))) return undefined;
  if (typeof model === "string" && /^[^\s/]+\/\S+$/u.test(model)) return model;
  notes.push(`its model must be provider/model or inherit, got ${JSON.stringify(model)}, so it has its parent's`);
  return undefined;
};

const stepsIn = (steps: unknown): number | undefined => {
  if (steps === undefined || steps === null) return undefined;
  if (typeof steps === "number" && Number.isInteger(steps) && steps > 0) return steps;
  throw new Error(`its maxSteps must be a positive whole number, got ${JSON.stringify(steps)}`);
};
