/** Gemini's provider keeps the port. */
import { gemini } from "../../src/providers/gemini.ts";
import { geminiWriter } from "../../src/providers/gemini-request.ts";
import { wireConformance } from "../../src/testing/conformance/wire.ts";

wireConformance("gemini", {
  dialect: "gemini",
  make: (baseUrl, idleMs) => gemini({ model: "test-model", key: "k", baseUrl, idleMs }),
  blocks: geminiWriter({ name: "gemini", model: "test-model" }).blocks,
  lacks: ["broken JSON"],
});
