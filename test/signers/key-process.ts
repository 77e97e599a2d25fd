/** Says which key it has, as one of several processes that need one at the same moment. */
import { installation } from "../../src/signers/installation.ts";

const [directory = ""] = process.argv.slice(2);
process.stdout.write(installation(directory).publicKey().id);
