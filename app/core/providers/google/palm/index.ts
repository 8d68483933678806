import type { PromptMessage } from '#app/contracts/completion.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import type { ProviderAdapter, ProviderEvent, ProviderRequest } from '#app/core/providers/contract.ts';
import { toProviderError } from '#app/core/providers/google/failure.ts';
import { answerLimit } from '#app/core/providers/shared/answer.ts';
import { isObject, malformed, parseObject } from '#app/core/providers/shared/json.ts';
import {
  CONTINUE_PROMPT,
  CONTINUE_TOKENS,
  OMITTED_TURNS,
  plainText,
} from '#app/core/providers/shared/prompt.ts';
import { readReply, type WireReader } from '#app/core/providers/shared/read-reply.ts';
import { openAuthorized } from '#app/core/providers/shared/tokens/access-token.ts';
import { urlBelow } from '#app/core/providers/shared/url.ts';
import { tokenCount } from '#app/core/providers/shared/usage.ts';
import { palmCredentials } from '#app/core/providers/google/credentials.ts';
import type { Provider } from '#app/core/providers/provider.ts';

interface ReaderOptions {
  /** Strings that must not appear in error messages. */
  secrets: readonly string[];
  /** The wire does not report that an answer was cut at its limit; its token count reveals it. */
  maxOutputTokens: number;
}

/** Reads one answer of PaLM, which always comes whole. */
export class PredictionReader implements WireReader {
  finished = false;
  readonly ended = false;

  constructor(private readonly options: ReaderOptions) {}

  read(data: string, events: ProviderEvent[]): void {
    const answer = parseObject(data);
    const { secrets, maxOutputTokens } = this.options;
    if (answer['error'] !== undefined) throw toProviderError({ status: null, body: answer, secrets });
    const prediction = first(answer['predictions']);
    if (!prediction) throw malformed('the provider sent an answer without a prediction');
    const text = first(prediction['candidates'])?.['content'];
    if (typeof text === 'string' && text !== '') events.push({ type: 'text', text });
    const usage = usageIn(answer['metadata']);
    if (usage) events.push({ type: 'usage', usage });
    const isBlocked = first(prediction['safetyAttributes'])?.['blocked'] === true;
    const isCut = usage !== null && usage.completionTokens >= maxOutputTokens;
    this.finished = true;
    events.push({
      type: 'finish',
      reason: isBlocked ? 'content_filter' : isCut ? 'length' : 'stop',
      choice: 0,
    });
  }
}

/**
 * PaLM's models for chat and for code, which Google no longer serves, by the address of a server that does
 * (everything before `/models/`) and a token or a service account. Answers are requested whole: on this wire
 * a stream ends with its body, so a cut answer could not be distinguished from a complete one.
 */
export const palmAdapter: ProviderAdapter = {
  id: 'palm',
  stream(request, context) {
    const { signal, credentials } = context;
    const { model, maxOutputTokens } = request;
    const secrets = [credentials.apiKey];
    const open = () =>
      openAuthorized(
        ({ value }) => ({
          url: urlBelow(credentials.baseUrl, `/models/${encodeURIComponent(model)}:predict`),
          headers: { authorization: `Bearer ${value}` },
          json: toPrediction(request),
          toError: (refusal) => toProviderError({ ...refusal, secrets }),
        }),
        secrets,
        context,
      );
    const reader = new PredictionReader({ secrets, maxOutputTokens });
    return readReply(open, reader, { signal, limit: answerLimit(request) });
  },
};

interface PalmMessage {
  author: string;
  content: string;
}

interface Conversation {
  context: string;
  messages: PalmMessage[];
}

const USER = 'user';

const CODE = /^codechat-/;

/**
 * Converts a conversation to PaLM's format: instructions are separate, and the turns alternate, with a user's
 * first and last. The model is asked to continue a partial answer.
 * @param bot the model's author name on this wire
 * @throws ProviderError for content that the wire cannot express
 */
export function toTurns(prompt: readonly PromptMessage[], bot: string): Conversation {
  const instructions: string[] = [];
  const messages: PalmMessage[] = [];
  for (const message of prompt) {
    const content = plainText(message);
    if (message.role === 'system' || message.role === 'developer') instructions.push(content);
    else append(messages, { author: message.role === 'assistant' ? bot : USER, content });
  }
  const context = instructions.filter((text) => text !== '').join('\n\n');
  if (messages.length === 0) return { context: '', messages: [{ author: USER, content: context }] };
  if (messages[0]!.author === bot) messages.unshift({ author: USER, content: OMITTED_TURNS });
  if (messages.at(-1)!.author === bot) messages.push({ author: USER, content: CONTINUE_PROMPT });
  return { context, messages };
}

function append(messages: PalmMessage[], message: PalmMessage): void {
  const last = messages.at(-1);
  if (message.content === '') return;
  if (last?.author === message.author) last.content += `\n\n${message.content}`;
  else messages.push(message);
}

/**
 * Converts our request to PaLM's `:predict`.
 * @throws ProviderError for content that the wire cannot express
 */
export function toPrediction({ model, messages, maxOutputTokens, options }: ProviderRequest) {
  const isCode = CODE.test(model);
  const { temperature, top_p: topP, top_k: topK } = options;
  const { context, messages: turns } = toTurns(messages, isCode ? 'system' : 'bot');
  return {
    instances: [{ ...(context !== '' && { context }), messages: turns }],
    parameters: {
      maxOutputTokens,
      ...(typeof temperature === 'number' && { temperature }),
      ...(!isCode && typeof topP === 'number' && { topP }),
      ...(!isCode && topK !== undefined && { topK }),
    },
  };
}

/** The first entry of a list, or the value itself if it is not a list. */
function first(list: unknown): Record<string, unknown> | undefined {
  const one: unknown = Array.isArray(list) ? list[0] : list;
  return isObject(one) ? one : undefined;
}

function usageIn(metadata: unknown): TokenUsage | null {
  const counts = isObject(metadata) ? metadata['tokenMetadata'] : undefined;
  if (!isObject(counts)) return null;
  const [promptTokens, completionTokens] = [counts['inputTokenCount'], counts['outputTokenCount']].map(
    (count) => tokenCount(isObject(count) ? count['totalTokens'] : undefined),
  );
  if (promptTokens == null || completionTokens == null) return null;
  return { promptTokens, cachedTokens: 0, completionTokens, reasoningTokens: 0 };
}

export const palmProvider: Provider = {
  dialect: 'palm',
  chat: palmAdapter,
  // The code model supports only the temperature.
  options: { supported: ['temperature', 'top_p', 'top_k'] },
  tokens: { max: () => CONTINUE_TOKENS },
  credentials: palmCredentials,
};
