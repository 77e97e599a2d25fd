/** The mind, first half: between runs, and where a run stands. A row for each rule, and for each pair whose order matters. */
import type { NewEvent } from "../../src/contract/event.ts";
import type { Step } from "../../src/agent/next.ts";
import {
  allowed,
  answered,
  asked,
  began,
  begun,
  callAsked,
  cancelAsked,
  delivered,
  ended,
  failed,
  looked,
  queued,
  replied,
  running,
  said,
  steered,
  withdrawn,
} from "../log/story.ts";
import { ends, holdsTable, type Table, think } from "./next-table.ts";
import { limited } from "./run-settings.ts";

const rest: Step = { do: "rest" };
const wait: Step = { do: "wait" };
const run = (...calls: string[]): Step => ({ do: "run-calls", calls });
const closed = (why: "cancelled" | "lost"): Step => ({ do: "close-calls", why });
const cancelled = ends("cancelled", "cancel asked", "cancelled");

const called = (...calls: string[]): NewEvent[] => [...running(), asked(), replied("", calls)];

const table: Table = {
  "between runs": [
    ["nothing said", [], rest],
    ["said", [said()], { do: "begin-run", origin: "user" }],
    ["the run ended", [...running(), asked(), replied("done"), ended()], rest],
    ["said, then queued", [said(), queued()], { do: "begin-run", origin: "user" }],
    ["queued in the run before", [...running(), queued(), ended()], { do: "deliver", queued: 3 }],
    ["two queued", [...running(), queued(), steered(), ended()], { do: "deliver", queued: 3 }],
    ["queued, withdrawn", [...running(), queued(), withdrawn(3), ended()], rest],
    ["delivered", [...running(), queued(), ended(), delivered(3)], { do: "begin-run", origin: "queue" }],
  ],
  "where we are": [
    ["a reply lost", [...running(), asked()], { do: "close-reply" }],
    ["a reply lost, cancel asked", [...running(), asked(), cancelAsked], { do: "close-reply" }],
    ["cancel asked", [...running(), cancelAsked], cancelled],
    ["cancel asked before the run has begun", [said(), cancelAsked], { do: "begin-run", origin: "user" }],
    ["cancel asked before the run had begun", [said(), cancelAsked, began()], cancelled],
    ["cancel asked before the preparation", [said(), began(), cancelAsked], cancelled],
    ["cancel asked, a call unjudged", [...called("a"), cancelAsked], { do: "close-calls", why: "cancelled" }],
    ["cancel asked, a call allowed", [...called("a"), allowed("a"), cancelAsked], closed("cancelled")],
    ["cancel asked, a call lost", [...called("a"), allowed("a"), begun("a"), cancelAsked], closed("cancelled")],
    ["cancel asked, a question open", [...called("a"), callAsked("a"), cancelAsked], closed("cancelled")],
    ["cancel asked, failed for good", [...running(), asked(), failed("budget", false), cancelAsked], cancelled],
    ["cancel asked, finished", [...running(), asked(), replied("done"), cancelAsked], cancelled],
    ["cancel asked, over a limit", [...running(limited({ steps: 1 })), ...looked("a"), cancelAsked], cancelled],
    ["a read lost", [...called("a", "b"), allowed("a"), allowed("b"), begun("a")], run("a")],
    ["a call without effects lost", [...called("a"), allowed("a", []), begun("a", [])], run("a")],
    ["a write lost", [...called("a"), allowed("a", ["write"]), begun("a", ["write"])], closed("lost")],
    [
      "a read and a write lost",
      [...called("a", "b"), allowed("a"), allowed("b", ["write"]), begun("a"), begun("b", ["write"])],
      closed("lost"),
    ],
    ["a call lost, one unjudged", [...called("a", "b"), allowed("a"), begun("a")], run("a")],
    ["calls unjudged", called("a", "b"), { do: "judge-calls" }],
    ["one allowed, one unjudged", [...called("a", "b"), allowed("a")], { do: "judge-calls" }],
    ["one asked, one unjudged", [...called("a", "b"), callAsked("a")], { do: "judge-calls" }],
    ["parallel calls allowed", [...called("a", "b"), allowed("a"), allowed("b")], run("a", "b")],
    [
      "two that want to be alone",
      [...called("a", "b"), allowed("a", ["write"], false), allowed("b", ["write"], false)],
      run("a"),
    ],
    [
      "parallel ones, and one that wants to be alone",
      [...called("a", "b", "c"), allowed("a", ["write"], false), allowed("b"), allowed("c")],
      run("b", "c"),
    ],
    ["one allowed, a question open", [...called("a", "b"), callAsked("a"), allowed("b")], run("b")],
    ["a question open", [...called("a"), callAsked("a")], wait],
    ["a question of a tool open", [...called("a"), allowed("a"), begun("a"), callAsked("a", "question")], wait],
    ["a question answered", [...called("a"), callAsked("a"), answered("a")], run("a")],
    ["a question answered with no", [...called("a"), callAsked("a"), answered("a", "no")], think],
    [
      "a question open, over a limit",
      [...running(limited({ steps: 1 })), asked(), replied("", ["a"]), callAsked("a")],
      wait,
    ],
    ["a run begun", [said(), began()], { do: "prepare" }],
  ],
};

holdsTable(table);
