import { drawMarkdown } from "./src/transports/tui/draw/markdown.ts";
import { highlight } from "./src/transports/tui/draw/highlight.ts";
import { themes } from "./src/transports/tui/theme/themes.ts";
const { paint } = themes().theme("default", "dark", "plain");
let ready: () => void = () => {};
const loaded = new Promise<void>((r) => {
  ready = r;
});
const h = highlight(() => ready());
const md =
  "# Title *x*\n\nSome **bold** and _em_ `code` with [link](https://a.example/x) and [x](javascript:alert(1)) and https://b.example.\nSecond line 漢字かな交じり文の折り返しを確認するための長い段落です。\n\n- one\n- two\n  - nested item that is quite long and has to be wrapped somewhere on the screen\n  1. a\n- [x] done\n\n> quote\n> more **bold**\n\n```ts\nconst a: number = 1; // hi\n\tfunction long() { return 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' }\n```\n\n| name | value | about |\n|---|--:|---|\n| a | 1 | something long that must be wrapped as it goes on |\n| 漢字 | 22 | x |\n\n---\nend";
h("x", "ts");
await loaded;
for (const columns of [40, 80])
  for (const plain of [false, true]) {
    console.log("=".repeat(columns));
    for (const l of drawMarkdown(md, { columns, paint, open: false, plain, now: 0, highlight: h })) console.log(l);
  }
