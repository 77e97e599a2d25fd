/** How wide and high an image is, read from its first bytes: PNG, JPEG, GIF and WebP. */

/** In pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Undefined when the bytes are damaged or of another kind. `mediaType` is as told by the bytes themselves. */
export const imageSize = (bytes: Uint8Array, mediaType: string): ImageSize | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = readers[mediaType]?.(view);
    return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
};

const readers: Readonly<Record<string, (view: DataView) => ImageSize | undefined>> = {
  "image/png": (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  "image/gif": (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  "image/jpeg": (view) => jpeg(view),
  "image/webp": (view) => webp(view),
};

/** Segment by segment up to the frame header (SOF0 to SOF15, ITU-T T.81 B.2.2; C4, C8 and CC are other things). */
const jpeg = (view: DataView): ImageSize | undefined => {
  for (let at = 2; ;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    else at += 2 + view.getUint16(at + 2);
  }
};

/** The first chunk of the container: lossy, lossless or extended (RFC 9649). */
const webp = (view: DataView): ImageSize | undefined => {
  const chunk = view.getUint32(12);
  if (chunk === 0x56503820)
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (chunk === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (chunk !== 0x56503858) return undefined;
  const uint24 = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  return { width: uint24(24) + 1, height: uint24(27) + 1 };
};
