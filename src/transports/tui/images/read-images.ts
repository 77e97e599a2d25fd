/** The images of a session, read from its log when they are needed: nobody keeps them. */
import { type ImagePart, imagePart } from "../../../contract/message.ts";
import type { Runtime } from "../../../contract/runtime.ts";
import type { TranscriptItem } from "../../../folds/transcript-item.ts";

/** Any session of the runtime. */
export interface ReadFrom {
  readonly runtime: Pick<Runtime, "export">;
  readonly session: string;
}

/** What a line says that may hold images; fields of an erased body are absent. */
interface Told {
  readonly type?: string;
  readonly call?: string;
  readonly delivers?: number;
  readonly parts?: readonly unknown[];
  readonly output?: readonly unknown[];
}

/** Those of the event of a seq, in their order; none when it was erased. */
export const imagesAt = async (from: ReadFrom, seq: number): Promise<readonly ImagePart[]> => {
  const told = await find(from, seq, () => true);
  return imagesIn(told?.parts ?? told?.output);
};

/** Those of a finished item. A message that waited has them where it was queued, a call where it ended. */
export const imagesOf = async (from: ReadFrom, item: TranscriptItem): Promise<readonly ImagePart[]> => {
  if (item.kind === "call") {
    const ended = await find(from, item.seq, ({ type, call }) => type === "call.finished" && call === item.call);
    return imagesIn(ended?.output);
  }
  const { parts, delivers } = (await find(from, item.seq, () => true)) ?? {};
  return parts === undefined && delivers !== undefined ? imagesAt(from, delivers) : imagesIn(parts);
};

const find = async (
  { runtime, session }: ReadFrom,
  from: number,
  wanted: (told: Told) => boolean,
): Promise<Told | undefined> => {
  for await (const line of runtime.export(session, from)) {
    const told = toldIn(line);
    if (wanted(told)) return told;
  }
  return undefined;
};

const toldIn = (exported: string): Told => {
  const { text, body } = JSON.parse(exported) as { readonly text: string; readonly body?: { readonly text: string } };
  const { type, data } = JSON.parse(text) as { readonly type?: string; readonly data?: Told };
  return { ...(body !== undefined && (JSON.parse(body.text) as Told)), ...data, ...(type !== undefined && { type }) };
};

const imagesIn = (parts: readonly unknown[] = []): readonly ImagePart[] =>
  parts.flatMap((part) => imagePart.safeParse(part).data ?? []);
