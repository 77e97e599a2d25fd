/** The built-in sources do what every source must. */
import { basePrompt } from "../../src/sources/base-prompt.ts";
import { environment } from "../../src/sources/environment.ts";
import { sourceConformance } from "../../src/testing/conformance/source.ts";
import { workspace } from "../../src/testing/workspace.ts";

const files = { ".git/HEAD": "ref: refs/heads/main\n", "AGENTS.md": "Be brief.\n", "src/deep/a.ts": "" };

for (const source of [basePrompt, environment({ system: "linux x64", now: () => 0 })]) {
  sourceConformance(source, () => workspace(files));
}
