/** Gemini's provider keeps the port. */
import { gemini } from "../../src/providers/gemini.ts";
import { geminiWriter } from "../../src/providers/gemini-request.ts";
import { providerConformance } from "../conformance/provider.ts";

providerConformance("gemini", {
  dialect: "gemini",
  make: (baseUrl, idleMs) => gemini({ model: "test-model", key: "k", baseUrl, idleMs }),
  blocks: geminiWriter({ name: "gemini", model: "test-model" }).blocks,
  lacks: ["broken JSON"],
});
