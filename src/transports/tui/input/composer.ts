/** The input: pi-tui's editor, with all that a message may be made of around it. */
import { type Component, Editor, type Focusable, type SelectListTheme, type TUI } from "@earendil-works/pi-tui";
import type { Role } from "../theme.ts";
import { attach } from "./attach.ts";
import { clipboardImage } from "./clipboard-image.ts";
import { completion } from "./completion.ts";
import type { Composer, ComposerParts } from "./composer-port.ts";
import { writeInEditor } from "./external-editor.ts";
import { historySearch } from "./history-search.ts";
import { history } from "./history.ts";
import { pasteGuard } from "./paste-guard.ts";
import { dropped, pastedText, pasteEnd, pasteStart } from "./pasted-text.ts";
import { isLarge, pastes, shownText } from "./pastes.ts";
import { placedImages } from "./placed-images.ts";
