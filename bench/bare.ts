/** The baseline: the least program that does the same work on bare node:http, and keeps nothing. */
import { exec } from "node:child_process";
import { Agent, request } from "node:http";
import { promisify } from "node:util";

const agent = new Agent({ keepAlive: true });
const run = promisify(exec);

const post = (url: string, body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: "POST", agent, headers: { "content-type": "application/json" } },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () => resolve(text));
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });

interface WireEvent {
  readonly content_block?: { readonly type: string; readonly id: string; readonly name: string };
  readonly delta?: { readonly text?: string; readonly partial_json?: string };
}

/** One run: asks, calls, asks again, until the model makes no call. `asking` hears of each request. */
export const bareRun = async (baseUrl: string, asking: () => void = () => {}): Promise<void> => {
  const messages: unknown[] = [{ role: "user", content: "do it" }];
  for (;;) {
    asking();
    const text = await post(
      `${baseUrl}/v1/messages`,
      JSON.stringify({ model: "bench", max_tokens: 100, stream: true, messages }),
    );
    const events = text
      .split("\n")
      .flatMap((line) => (line.startsWith("data: ") ? [JSON.parse(line.slice("data: ".length)) as WireEvent] : []));
    const block = events.find(({ content_block }) => content_block !== undefined)?.content_block;
    const written = events.map(({ delta }) => delta?.partial_json ?? delta?.text ?? "").join("");
    if (block?.type !== "tool_use") return;
    const input = JSON.parse(written) as { command?: string };
    const output = input.command === undefined ? "done" : (await run(input.command)).stdout;
    messages.push(
      { role: "assistant", content: [{ type: "tool_use", id: block.id, name: block.name, input }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: block.id, content: output }] },
    );
  }
};

if (process.argv[2] !== undefined && import.meta.main) await bareRun(process.argv[2]);
