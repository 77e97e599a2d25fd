/** Models of the AI SDK: what `import … from "kelson/ai-sdk"` gives. */

// A model of the AI SDK as a provider
export { aiSdk, type AiSdkOptions } from "./providers/ai-sdk.ts";
