/** All attacks on a sandbox, in the order in which they are shown. */
import type { Attack } from "./attack.ts";
import { attacksOnFiles } from "./on-files.ts";
import { attacksOnNetwork } from "./on-network.ts";
import { attacksOnLimits, attacksOnProcesses } from "./on-processes.ts";
import { attacksOnSecrets } from "./on-secrets.ts";

export const attacks: readonly Attack[] = [
  ...attacksOnFiles,
  ...attacksOnSecrets,
  ...attacksOnNetwork,
  ...attacksOnProcesses,
  ...attacksOnLimits,
];
