/** A lean model server in a process of its own: `/<tool>/<steps>/v1/messages` calls the tool until the steps are made. */
import { fork } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface ModelProcess {
  /** The base URL for a tool that is called in every step but the last. */
  readonly url: (tool: string, steps: number) => string;
  /** Milliseconds since 1970 of the newest request; of the last byte of the answer when the tool is `pieces`. */
  readonly lastRequestAt: () => Promise<number>;
  readonly close: () => void;
}

export const modelProcess = async (): Promise<ModelProcess> => {
  const child = fork(import.meta.filename, ["serve"]);
  const message = (): Promise<number> =>
    new Promise((resolve) => child.once("message", (value) => resolve(value as number)));
  const port = await message();
  return {
    url: (tool, steps) => `http://127.0.0.1:${port}/${tool}/${steps}`,
    lastRequestAt: () => {
      child.send("last");
      return message();
    },
    close: () => void child.kill(),
  };
};

const inputs: Readonly<Record<string, string>> = { bash: '{"command":"echo hi"}' };

const reply = (tool: string, step: number, last: boolean): string => {
  const block = last
    ? [
        { type: "text", text: "" },
        { type: "text_delta", text: "Done." },
      ]
    : [
        { type: "tool_use", id: `call_${step}`, name: tool, input: {} },
        { type: "input_json_delta", partial_json: inputs[tool] ?? `{"step":${step}}` },
      ];
  const stop = last ? "end_turn" : "tool_use";
  return [
    {
      type: "message_start",
      message: {
        id: "m",
        role: "assistant",
        model: "bench",
        content: [],
        usage: { input_tokens: 10, output_tokens: 1 },
      },
    },
    { type: "content_block_start", index: 0, content_block: block[0] },
    { type: "content_block_delta", index: 0, delta: block[1] },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: stop }, usage: { output_tokens: 5 } },
    { type: "message_stop" },
  ]
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join("");
};

/** A reply of many small pieces, as bytes. */
const manyPieces = (pieces: number): string => {
  const start = { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } };
  const piece = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "word " } };
  const frame = (event: { type: string }): string => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  const [head = "", tail = ""] = reply("text", 1, true).split(
    /event: content_block_start[^]*?event: content_block_stop/u,
  );
  const stop = 'event: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\n';
  return head + frame(start) + frame(piece).repeat(pieces) + stop + tail.replace(/^[^]*?\n\n/u, "");
};

const serve = (): void => {
  let last = 0;
  const server = createServer((request, response) => {
    last = Date.now();
    const [, tool = "", steps = "1"] = (request.url ?? "").split("/");
    let made = 0;
    request.setEncoding("utf8");
    request.on("data", (text: string) => {
      made += text.split('"role":"assistant"').length - 1;
    });
    request.on("end", () => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      if (tool === "pieces") return response.end(manyPieces(Number(steps)), () => (last = Date.now()));
      return response.end(reply(tool, made + 1, made + 1 >= Number(steps)));
    });
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
  process.on("message", () => process.send?.(last));
};

if (process.argv[2] === "serve") serve();
