/** The SQLite store does what every store must. */
import { sqlite } from "../../src/stores/sqlite.ts";
import { storeConformance } from "../conformance/store.ts";
import { newDirectory } from "./directory.ts";

storeConformance("sqlite", () => sqlite(newDirectory()));
