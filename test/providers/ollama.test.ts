/** Ollama's provider keeps the port. */
import { ollama } from "../../src/providers/ollama.ts";
import { ollamaWriter } from "../../src/providers/ollama-request.ts";
import { wireConformance } from "../../src/testing/conformance/wire.ts";

wireConformance("ollama", {
  dialect: "ollama",
  make: (baseUrl, idleMs) => ollama({ model: "test-model", baseUrl, idleMs }),
  blocks: ollamaWriter({ name: "ollama", model: "test-model", keepAlive: undefined }).blocks,
  lacks: ["broken JSON", "refusals", "cache figures"],
});
