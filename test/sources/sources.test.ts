/** The built-in sources do what every source must. */
import { basePrompt } from "../../src/sources/base-prompt.ts";
import { environment } from "../../src/sources/environment.ts";
import { headless } from "../../src/sources/headless.ts";
import { instructions } from "../../src/sources/instructions.ts";
import { sourceConformance } from "../../src/testing/conformance/source.ts";
import { workspace } from "../../src/testing/workspace.ts";

const files = { ".git/HEAD": "ref: refs/heads/main\n", "AGENTS.md": "Be brief.\n", "src/deep/a.ts": "" };

const sources = [
  basePrompt,
  environment({ system: "linux x64", now: () => 0 }),
  instructions({ userDirectory: "/nowhere" }),
  headless,
];

for (const source of sources) {
  sourceConformance(source, () => workspace(files));
}
