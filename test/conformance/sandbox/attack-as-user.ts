/** Makes all attacks as whoever runs this, and prints each attempt as a line: `node attack-as-user.ts module name base`. */
import { attacks } from "../../../src/worlds/attacks/attacks.ts";
import { attempt } from "../../../src/worlds/attacks/attempt.ts";
import type { OpenLauncher } from "../../../src/worlds/launcher.ts";
import { local } from "../../../src/worlds/local.ts";

const [module = "", name = "", base = ""] = process.argv.slice(2);
const launcher = ((await import(module)) as Record<string, OpenLauncher>)[name] as OpenLauncher;
const open = (home: string) => local({ launcher, env: { ...process.env, HOME: home } });
for (const attack of attacks) console.log(JSON.stringify(await attempt(attack, { base, open })));
