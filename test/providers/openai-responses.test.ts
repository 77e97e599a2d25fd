/** The provider of the Responses API keeps the port, as OpenAI's own and as a compatible server's. */
import { openaiResponses } from "../../src/providers/openai-responses.ts";
import { responsesQuirks } from "../../src/providers/openai-responses-quirks.ts";
import { responsesWriter } from "../../src/providers/openai-responses-request.ts";
import { wireConformance } from "../../src/testing/conformance/wire.ts";

for (const name of ["openai", "open-responses"])
  wireConformance(`${name} (responses)`, {
    dialect: "openai-responses",
    make: (baseUrl, idleMs) => openaiResponses({ name, model: "test-model", key: "k", baseUrl, idleMs }),
    blocks: responsesWriter({ name, model: "test-model", quirks: responsesQuirks[name] ?? {} }).blocks,
  });
