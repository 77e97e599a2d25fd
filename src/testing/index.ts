/** What tests of programs and plugs are made with: what `import … from "kelson/testing"` gives. */

// A model that says what a script tells it to
export { scripted, type ScriptedOptions } from "../providers/scripted.ts";
export { readScript, type Script, type Turn } from "../providers/script.ts";

// A store that lasts as long as its process
export { memory } from "../stores/memory.ts";
