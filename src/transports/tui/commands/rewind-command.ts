/** `/rewind`: back to before a message, with the conversation, the files, or both; and that undone. */
import type { Desk, DeskRewound } from "../desk.ts";
import { confirmed } from "../pickers/confirmed.ts";
import { pickPoint } from "../pickers/pick-point.ts";
import { pick } from "../pickers/pick.ts";
import type { Point } from "../pickers/points.ts";
import type { Screen, ScreenCommand } from "../screen.ts";
import { showText } from "../viewers/show-text.ts";
import { oneOf } from "./one-of.ts";
import { stopRun } from "./stop-run.ts";

export const rewindCommand: ScreenCommand = {
  name: "rewind",
  takes: "[undo]",
  about: "go back to before one of your messages, with the files if you like; undo puts the files as they were",
  choices: () => Promise.resolve([{ value: "undo", about: "puts the files as they were before the last time" }]),
  run: async (screen, typed) => {
    if (typed !== "") {
      oneOf("/rewind", typed, ["undo"]);
      if (await stopRun(screen)) await goBack(screen, "undo");
      return;
    }
    const point = await pickPoint(screen, { title: "Back to before which message?" });
    if (point === undefined || point === "end" || !(await stopRun(screen))) return;
    const what = await whatGoesBack(screen, point);
    if (what === undefined) return;
    const { id } = screen.desk.place().session;
    const done = await goBack(screen, { to: point.step, before: point.seq, what });
    if (done === undefined || what === "files") return;
    screen.input.set(point.text);
    screen.tell("note", `back at step ${point.step}; all that was said since stays in ${id}`);
  },
};

type What = "files" | "conversation" | "both";

/** It is asked only where calls have changed files since. */
const whatGoesBack = async (screen: Screen, { step }: Point): Promise<What | undefined> => {
  const { runtime, session } = screen.desk.place();
  const later = (await runtime.points(session.id)).filter((point) => point.step > step);
  const files = later.reduce((sum, point) => sum + point.files, 0);
  if (files === 0) return "conversation";
  return pick<What>(screen, {
    title: `What goes back? Calls have changed files since (${files})`,
    rows: [
      { value: "both", label: "conversation and files" },
      { value: "conversation", label: "the conversation alone", about: "files stay as they are" },
      { value: "files", label: "the files alone", about: "the conversation goes on here" },
    ],
  });
};

/** Where files are put back, what would be done is shown and has to be wanted. Undefined when it is not. */
const goBack = async (screen: Screen, request: Wanted): Promise<DeskRewound | undefined> => {
  const { desk } = screen;
  if (request === "undo" || request.what !== "conversation") {
    const { text } = await desk.rewind(request, true);
    screen.moved();
    await showText(screen, { title: "/rewind", text });
    if (!(await confirmed(screen, "Put the files back?"))) return undefined;
  }
  const done = await desk.rewind(request);
  screen.moved();
  if (done.text !== "") screen.tell("note", done.text);
  return done;
};

type Wanted = Parameters<Desk["rewind"]>[0];
