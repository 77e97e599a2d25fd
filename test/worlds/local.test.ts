/** The local world, by the common suite: as it usually is, and with nothing but what is always there. */
import { local } from "../../src/worlds/local.ts";
import { worldConformance } from "../../src/testing/conformance/world.ts";

worldConformance("local", local());
worldConformance(
  "local without a helper, without ripgrep and without holding directories",
  local({ helper: "no", ripgrep: "/no/ripgrep", held: "no" }),
);
