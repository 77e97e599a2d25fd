/** The SQLite store does what every store must. */
import { sqlite } from "../../src/stores/sqlite.ts";
import { storeConformance } from "../../src/testing/conformance/store.ts";
import { newDirectory } from "./directory.ts";

storeConformance("sqlite", () => sqlite(newDirectory()));
