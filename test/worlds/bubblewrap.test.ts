/** The world of bubblewrap, by the common suite: what is allowed goes on in it as without a sandbox. */
import { bubblewrap } from "../../src/worlds/bubblewrap.ts";
import { local } from "../../src/worlds/local.ts";
import { worldConformance } from "../conformance/world.ts";

worldConformance("bubblewrap", local({ launcher: bubblewrap }));
worldConformance("bubblewrap without the spawn helper", local({ launcher: bubblewrap, helper: "no" }));
