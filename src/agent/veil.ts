/** Files as a tool is shown them: with markers in place of secrets, and the secrets back when it writes them. */
import { markersIn, type Redactor, UnknownMarker } from "../contract/redactor.ts";
import type { Files, World } from "../contract/world.ts";

export interface Veil {
  readonly world: World;
  /** Markers in the arguments that no file held which the tool has read or wrote. */
  readonly unknown: () => readonly string[];
}

/** What a file holds: secrets by their markers, and markers that stand in it as they are. */
interface Holdings {
  readonly secrets: Map<string, string>;
  readonly markers: Set<string>;
}

/**
 * `asked` are the markers in the call's arguments: each of them comes back only from the file that is written, as it is when
 * it is read or written. Others, in a file that is moved for example, come back from any file that the call has read.
 */
export const veil = (world: World, redactor: Redactor, asked: ReadonlySet<string>): Veil => {
  const files = new Map<string, Holdings>();
  const anywhere: Holdings = { secrets: new Map(), markers: new Set() };

  const note = async (path: string, text: string): Promise<Holdings> => {
    const [resolved] = await world.resolve([{ kind: "path", path, access: "read" }]);
    const key = resolved?.real ?? path;
    const held = files.get(key) ?? { secrets: new Map<string, string>(), markers: new Set<string>() };
    files.set(key, held);
    for (const to of [held, anywhere]) {
      for (const [marker, secret] of redactor.secretsIn(text)) to.secrets.set(marker, secret);
      for (const marker of markersIn(text)) to.markers.add(marker.text);
    }
    return held;
  };
  const read: Files["read"] = async (path, options) => {
    const bytes = await world.files.read(path, options);
    const text = decoded(bytes);
    if (text === undefined) return bytes;
    const { text: safe, found } = redactor.text(text);
    if (found.length > 0 || markersIn(text).length > 0) await note(path, text);
    return safe === text ? bytes : new TextEncoder().encode(safe);
  };
  const write: Files["write"] = async (path, content) => {
    const text = typeof content === "string" ? content : decoded(content);
    const markers = text === undefined ? [] : markersIn(text);
    if (text === undefined || markers.length === 0) return world.files.write(path, content);
    const held = await note(path, await presentText(world, path));
    const pieces: string[] = [];
    let from = 0;
    for (const { text: marker, at } of markers) {
      pieces.push(text.slice(from, at), restored(marker, { path, held, anywhere, isAsked: asked.has(marker) }));
      from = at + marker.length;
    }
    return world.files.write(path, pieces.join("") + text.slice(from));
  };
  return {
    world: { ...world, files: { ...world.files, read, write } },
    unknown: () => [...asked].filter((marker) => !anywhere.secrets.has(marker) && !anywhere.markers.has(marker)),
  };
};

interface Sources {
  readonly path: string;
  readonly held: Holdings;
  readonly anywhere: Holdings;
  readonly isAsked: boolean;
}

const restored = (marker: string, { path, held, anywhere, isAsked }: Sources): string => {
  const sources = isAsked ? [held] : [held, anywhere];
  for (const { secrets, markers } of sources) {
    const secret = secrets.get(marker);
    if (secret !== undefined && markers.has(marker))
      throw new UnknownMarker(
        `${path} holds both ${marker} and the secret that it stands for, so it cannot be told which is meant`,
      );
    if (secret !== undefined) return secret;
    if (markers.has(marker)) return marker;
  }
  throw new UnknownMarker(`${path} does not hold the secret that ${marker} stands for; ${markerRule}`);
};

/** What a model has to know of markers, for the sentence that refuses one. */
export const markerRule =
  "a marker can only be used where an edit keeps a secret in the file that holds it. In a command or a new file, name the variable or the file that the secret is in";

/** Undefined for what is no UTF-8; a byte order mark stays in the text. */
const decoded = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const presentText = async (world: World, path: string): Promise<string> => {
  if ((await world.files.stat(path))?.kind !== "file") return "";
  return decoded(await world.files.read(path)) ?? "";
};
