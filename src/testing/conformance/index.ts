/** A suite for each port, for Vitest: what `import … from "kelson/testing/conformance"` gives. */

// Models
export { providerConformance, type Saying } from "./provider.ts";
export { wireConformance, type WireProof } from "./wire.ts";
export { hear, type Heard, requestOf } from "./hearing.ts";

// Tools
export { toolConformance, type ToolSamples, contextIn, outcomeOf } from "./tool.ts";

// Worlds, stores, sources, hosts and snapshots of files
export { worldConformance } from "./world.ts";
export { storeConformance } from "./store.ts";
export { sourceConformance } from "./source.ts";
export { hostConformance, type HostedCall } from "./host.ts";
export { checkpointConformance, type Workspace } from "./checkpoint.ts";
