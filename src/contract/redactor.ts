/** The port to what takes secrets out of texts before they are written down, sent or shown, and the marker that it leaves. */

/** One secret that was found: which kind, its keyed digest, and how often it stood there. */
export interface Found {
  readonly kind: string;
  readonly digest: string;
  readonly count: number;
}

/** Takes a text piece by piece; what it gives back, put together, is the redaction of the whole. */
export interface RedactingStream {
  /** What is sure by now: never the beginning of what may turn out to be a secret. */
  readonly push: (fragment: string) => string;
  /** The rest, when the text has ended. */
  readonly end: () => string;
}

/**
 * Takes secrets out. Redacting twice is redacting once; a marker that stands in a text already is left as it is. One that
 * only reports gives every text back unchanged.
 */
export interface Redactor {
  readonly text: (text: string) => { readonly text: string; readonly found: readonly Found[] };
  /** Every string in plain JSON data but the names of its fields; pictures stay as they are. */
  readonly json: <T>(value: T) => { readonly value: T; readonly found: readonly Found[] };
  readonly stream: () => RedactingStream;
  /** The secrets of a text by the markers that stand for them. */
  readonly secretsIn: (text: string) => ReadonlyMap<string, string>;
}

/** Thrown when a text that is to be written holds a marker whose secret is not at hand. The sentence is for the model. */
export class UnknownMarker extends Error {
  override readonly name = "UnknownMarker";
}

/** `[secret:<kind>:<digest>]`; the digest is 16 hex digits of an HMAC-SHA256. */
export const markerText = (kind: string, digest: string): string => `[secret:${kind}:${digest}]`;

const markerPattern = /\[secret:([a-z0-9-]{1,40}):([0-9a-f]{16})\]/gu;
const markerBegins = "[secret:";

/** A marker and where it stands. */
export interface Marker {
  readonly text: string;
  readonly at: number;
  readonly kind: string;
  readonly digest: string;
}

/** The markers of a text, in order. */
export const markersIn = (text: string): Marker[] =>
  text.includes(markerBegins)
    ? [...text.matchAll(markerPattern)].map(({ 0: marker, 1: kind = "", 2: digest = "", index: at }) => ({
        text: marker,
        at,
        kind,
        digest,
      }))
    : [];

/** The markers in all strings of plain JSON data, each once. */
export const markersOf = (value: unknown): ReadonlySet<string> => {
  const json = JSON.stringify(value) ?? "";
  return new Set(markersIn(json).map(({ text }) => text));
};
