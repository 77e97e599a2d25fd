/** What xAI's models differ in, by their names. */

/** Grok models that take an effort; the others answer 400 to it. https://docs.x.ai/developers/model-capabilities/text/reasoning */
export const grokEffort = /grok-(?:3-mini|4\.20-multi-agent|4\.[3-9]|[5-9])/;
