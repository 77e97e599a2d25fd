/** A message for the model: what a person said, or what came by itself. */
import type { MessageItem } from "../../../folds/transcript-item.ts";
import { counted } from "../../terminal/figures.ts";
import { attachedIn } from "../attached.ts";
import type { Drawing, Lines } from "../drawing.ts";
import { drawAttached } from "./attached.ts";
import { within } from "./flow.ts";
import { drawProse } from "./prose.ts";
import { span } from "./span.ts";

/** So much of a pasted text is seen, and of what nobody has typed. */
const mostLines = 20;
const fewLines = 4;

export const drawMessage = (item: MessageItem, drawing: Drawing): Lines => {
  if (item.state === "delivered") return [];
  const own = item.origin === "user";
  const role = own ? "user" : "dim";
  const { typed, attached } = attachedIn(item.text ?? "(erased)");
  const text = [typed, ...imagesOf(item)].join("\n").trim();
  const sign = signOf(item, drawing);
  const margin = { first: [span(role, sign)], rest: [span("text", "  ")] };
  return within(margin, drawing, (inner) => [
    ...drawProse({ text, role, margin: [], fold: { most: own ? mostLines : fewLines } }, inner),
    ...attached.flatMap((one) => drawAttached(one, inner)),
    ...drawProse({ text: stateOf(item), role: "dim", margin: [] }, inner),
  ]);
};

const signOf = ({ origin }: MessageItem, { plain }: Drawing): string => {
  if (origin === "user") return plain ? "you: " : "› ";
  return `${plain ? "" : "· "}${origin}: `;
};

const imagesOf = ({ images }: MessageItem): string[] => (images > 0 ? [`[${counted(images, "image")}]`] : []);

const stateOf = ({ state, steer }: MessageItem): string => {
  if (state === "queued") return steer === true ? "(steers at the next step)" : "(waits for its turn)";
  return state === "withdrawn" ? "(withdrawn)" : "";
};
