/** Anthropic's provider keeps the port. */
import { anthropic } from "../../src/providers/anthropic.ts";
import { anthropicBlocks } from "../../src/providers/anthropic-request.ts";
import { wireConformance } from "../../src/testing/conformance/wire.ts";

wireConformance("anthropic", {
  dialect: "anthropic",
  make: (baseUrl, idleMs) => anthropic({ model: "test-model", key: "k", baseUrl, idleMs }),
  blocks: anthropicBlocks,
});
