/** What happens in the golden sessions. Together they hold every kind of event. */
import type { Scene } from "./scene.ts";
import { egress, erased, files, fork, skills } from "./scenes/keeping.ts";
import { agents, schema, troubles } from "./scenes/models.ts";
import { approvals, queue } from "./scenes/people.ts";
import { book } from "./scenes/window.ts";

export const scenes: readonly Scene[] = [
  approvals,
  queue,
  troubles,
  schema,
  agents,
  book,
  skills,
  fork,
  erased,
  egress,
  files,
];
