/** The suite of the port, on the snapshots that are kept in SQLite. */
import { checkpoints } from "../../src/checkpoints/checkpoints.ts";
import { checkpointConformance } from "../../src/testing/conformance/checkpoint.ts";

checkpointConformance("checkpoints", (at) => Promise.resolve(checkpoints(at)));
