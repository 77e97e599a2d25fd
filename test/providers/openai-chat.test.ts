/** The provider of Chat Completions keeps the port, as OpenAI's own and as a compatible server's. */
import { openaiChat } from "../../src/providers/openai-chat.ts";
import { chatQuirks } from "../../src/providers/openai-chat-quirks.ts";
import { chatWriter } from "../../src/providers/openai-chat-request.ts";
import { wireConformance } from "../../src/testing/conformance/wire.ts";

for (const name of ["openai", "openai-compatible"])
  wireConformance(name, {
    dialect: "openai-chat",
    make: (baseUrl, idleMs) => openaiChat({ name, model: "test-model", key: "k", baseUrl, idleMs }),
    blocks: chatWriter({ name, model: "test-model", quirks: chatQuirks[name] ?? {} }).blocks,
  });
