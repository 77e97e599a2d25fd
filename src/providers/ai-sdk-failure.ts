/** What kind of failure an error of the AI SDK is, by the shape of its errors: each package may bring classes of its own. */
import { z } from "zod";
import { type ModelFailure, ProviderError, sentenceOf } from "../contract/error.ts";
import { answerFailure, eventFailure } from "./failure.ts";

/** An APICallError, as far as it is looked at. */
const callError = z.object({
  url: z.string(),
  message: z.string(),
  isRetryable: z.boolean(),
  statusCode: z.number().nullish(),
  responseHeaders: z.record(z.string(), z.string()).nullish(),
  responseBody: z.string().nullish(),
});

/** Errors by name. https://ai-sdk.dev/docs/reference/ai-sdk-errors */
const named: Readonly<Record<string, ModelFailure>> = {
  AI_LoadAPIKeyError: "authentication",
  AI_LoadSettingError: "authentication",
  AI_EmptyResponseBodyError: "malformed",
  AI_InvalidResponseDataError: "malformed",
  AI_JSONParseError: "malformed",
  AI_NoContentGeneratedError: "malformed",
  AI_TypeValidationError: "malformed",
  AI_InvalidArgumentError: "invalid_request",
  AI_InvalidPromptError: "invalid_request",
  AI_NoSuchModelError: "invalid_request",
  AI_UnsupportedFunctionalityError: "invalid_request",
};

/** `now` is milliseconds since 1970, for a retry-after that is a date. */
export const aiSdkFailure = (error: unknown, now = 0): ProviderError => {
  if (error instanceof ProviderError) return error;
  const call = callError.safeParse(error).data;
  if (call !== undefined) return callFailure(call, error, now);
  if (!(error instanceof Error)) return eventFailure(error);
  const category = named[error.name] ?? (isNetwork(error) ? "network" : "malformed");
  return new ProviderError(category, sentenceOf(error), { cause: error });
};

const callFailure = (call: z.infer<typeof callError>, cause: unknown, now: number): ProviderError => {
  const { url, message, isRetryable, statusCode } = call;
  const host = URL.parse(url)?.host ?? url;
  if (!statusCode) return new ProviderError(isRetryable ? "network" : "invalid_request", message, { cause });
  // The answer was good and could not be read.
  if (statusCode < 300) return new ProviderError("malformed", message, { status: statusCode, cause });
  const entries = Object.entries(call.responseHeaders ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  const headers = Object.fromEntries(entries) as Readonly<Record<string, string>>;
  const failure = answerFailure({ host, status: statusCode, headers, body: call.responseBody || message, now });
  // Who made the package knows better whether it is worth another try.
  return isRetryable && failure.category === "invalid_request"
    ? new ProviderError("server", failure.message, { status: statusCode, cause })
    : failure;
};

const isNetwork = (error: Error): boolean =>
  error instanceof TypeError ||
  /fetch failed|socket|ECONN|ENOTFOUND|ETIMEDOUT|terminated/i.test(
    `${error.message} ${(error as NodeJS.ErrnoException).code ?? ""}`,
  );
