/** What tests of programs and plugs are made with: what `import … from "kelson/testing"` gives. */

// A model that says what a script tells it to
export { scripted, type ScriptedOptions } from "../providers/scripted.ts";
export { readScript, type Script, type Turn } from "../providers/script.ts";

// A store that lasts as long as its process
export { memory } from "../stores/memory.ts";
export {
  type DialectName,
  type ModelServer,
  modelServer,
  type ModelServerOptions,
  type ServedRequest,
} from "./model-server/server.ts";
export type { Fault, Reply, ReplyCall, ReplyUsage } from "./model-server/reply.ts";

// A machine to work on
export { workspace } from "./workspace.ts";
export { local, type LocalOptions } from "../worlds/local.ts";
