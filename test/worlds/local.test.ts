/** The local world, by the common suite: through the spawn helper, without it, and without ripgrep. */
import { local } from "../../src/worlds/local.ts";
import { worldConformance } from "../../src/testing/conformance/world.ts";

worldConformance("local", local());
worldConformance("local without a helper and without ripgrep", local({ helper: "no", ripgrep: "/no/ripgrep" }));
