/** The heap of a Node that listens to an inspector on the loopback: what is left of it after collecting garbage, in bytes. */
export const heapOf = async (port: number): Promise<number> => {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? "");
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  let ids = 0;
  const ask = (method: string): Promise<{ usedSize?: number }> =>
    new Promise((resolve) => {
      const id = (ids += 1);
      const hear = ({ data }: MessageEvent): void => {
        const answer = JSON.parse(String(data)) as { id?: number; result?: object };
        if (answer.id !== id) return;
        socket.removeEventListener("message", hear);
        resolve(answer.result ?? {});
      };
      socket.addEventListener("message", hear);
      socket.send(JSON.stringify({ id, method }));
    });
  await ask("HeapProfiler.collectGarbage");
  await ask("HeapProfiler.collectGarbage");
  const { usedSize = 0 } = await ask("Runtime.getHeapUsage");
  socket.close();
  return usedSize;
};
