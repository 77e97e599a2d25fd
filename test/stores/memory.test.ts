/** The memory store does what every store must. */
import { memory } from "../../src/stores/memory.ts";
import { storeConformance } from "../../src/testing/conformance/store.ts";

storeConformance("memory", () => memory());
