/** One exchange with a model API: a codec and an endpoint make a provider's stream. */
import type { ProviderError } from "../contract/error.ts";
import type { ModelRequest, Provider } from "../contract/provider.ts";
import type { Codec } from "./codec.ts";
import { answerFailure } from "./failure.ts";
import { type Answer, type Endpoint, post, wholeText } from "./http.ts";
import { reader } from "./reader.ts";

/**
 * Asks, and reads the answer by what it is, whether or not streaming was asked for: some servers know only one way. One
 * batch a socket chunk; what came before a failure in the same chunk is given before the failure is thrown.
 */
export const exchange = <State>(codec: Codec<State>, to: Endpoint): Provider["stream"] =>
  async function* (request, { signal }) {
    const answer = await post(to, codec.body(request), signal);
    if (answer.status < 200 || answer.status > 299) throw await refusal(to, answer);
    const reading = reader(codec, request);
    if (!streams(answer, request)) {
      yield reading.whole(await wholeText(answer));
      return;
    }
    try {
      for await (const chunk of answer.chunks) {
        const parts = reading.feed(chunk);
        if (parts.length > 0) yield parts;
        if (reading.failure() !== undefined) break;
        if (reading.finished()) answer.settle();
      }
    } catch (error) {
      if (!reading.finished()) throw answer.explain(error);
    }
    if (!reading.finished()) yield reading.end();
  };

const refusal = async (to: Endpoint, answer: Answer): Promise<ProviderError> => {
  const { status, headers } = answer;
  const body = await wholeText(answer);
  return answerFailure({ host: to.url.host, status, headers, body, now: Date.now() });
};

const streams = ({ headers }: Answer, request: ModelRequest): boolean => {
  const type = headers["content-type"];
  return type === undefined ? request.sampling.stream : /event-stream|ndjson/.test(type);
};
