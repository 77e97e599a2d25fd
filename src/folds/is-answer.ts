/** Whether a model call is a step of the session, or was made on the side. */
import type { Purpose } from "../contract/terms.ts";

export const isAnswer = ({ purpose = "answer" }: { readonly purpose?: Purpose | undefined }): boolean =>
  purpose === "answer";
