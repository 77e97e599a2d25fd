/** `update_plan` repeats the plan and keeps it honest. */
import { expect, it } from "vitest";
import { updatePlan } from "../../src/tools/update-plan.ts";
import { workshop } from "./workshop.ts";

it("shows the plan", async () => {
  const { use } = await workshop();
  const steps = [
    { step: "read the test", status: "completed" },
    { step: "mend the sum", status: "in_progress" },
    { step: "run the test", status: "pending" },
  ];
  const text = "1 of 3 done\n[x] read the test\n[>] mend the sum\n[ ] run the test";
  expect(await use(updatePlan, { steps, explanation: "found it" })).toMatchObject({ ok: true, text });
  expect(await use(updatePlan, { steps: [] })).toMatchObject({ ok: true, text: "The plan is empty." });
});

it("refuses two steps at once", () => {
  const steps = ["one", "two"].map((step) => ({ step, status: "in_progress" }));
  const message = "steps: more than one step is in_progress; at most one can be";
  expect(updatePlan.input.parse({ steps })).toEqual({ ok: false, message });
});
