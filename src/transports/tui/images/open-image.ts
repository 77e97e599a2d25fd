/** Opens an image of the session: shows it, or, where the terminal cannot, saves it as a file. */
import { KelsonError } from "../../../contract/error.ts";
import type { Screen } from "../screen.ts";
import { picture, whyUnseen } from "./picture.ts";
import { imagesAt } from "./read-images.ts";
import { saveImage } from "./save-image.ts";
import type { SessionImage } from "./session-images.ts";
import { showImage } from "./show-image.ts";

export interface OpenedImage {
  readonly image: SessionImage;
  /** Such as `image 3`. */
  readonly name: string;
  /** What it is and where it came from, in one line. */
  readonly title: string;
  /** A file is wanted, whether it can be shown or not. */
  readonly saves: boolean;
}

/** KelsonError `bad_input`: it was erased since, or its bytes are not what they are said to be. */
export const openImage = async (screen: Screen, { image, name, title, saves }: OpenedImage): Promise<void> => {
  const { runtime, session } = screen.desk.place();
  const part = (await imagesAt({ runtime, session: session.id }, image.seq))[image.index];
  if (part === undefined) throw new KelsonError("bad_input", `${name} was erased`);
  const seen = picture(part);
  if (seen === undefined) throw new KelsonError("bad_input", `${name} is damaged, or is no ${image.mediaType}`);
  const { images: protocol } = screen;
  const why = saves || protocol === undefined ? undefined : whyUnseen(seen, protocol);
  if (why !== undefined) screen.tell("note", `${name} cannot be shown: ${why}; it can be saved as a file`);
  if (saves || protocol === undefined || why !== undefined) await saveImage(screen, name.replace(" ", "-"), seen);
  else await showImage(screen, { title, picture: seen, protocol });
};
