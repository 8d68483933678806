import type { PromptMessage } from '#app/contracts/completion.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import type { ProviderAdapter, ProviderEvent, ProviderRequest } from '#app/core/providers/contract.ts';
import { toProviderError } from '#app/core/providers/google/failure.ts';
import { answerLimit } from '#app/core/providers/shared/answer.ts';
import { isObject, malformed, parseObject } from '#app/core/providers/shared/json.ts';
import { GO_ON, LEFT_OUT, plainText } from '#app/core/providers/shared/prompt.ts';
import { readReply, type WireReader } from '#app/core/providers/shared/read-reply.ts';
import { openWith } from '#app/core/providers/shared/tokens/access-token.ts';
import { urlBelow } from '#app/core/providers/shared/url.ts';
import { tokenCount } from '#app/core/providers/shared/usage.ts';

interface ReaderOptions {
  /** What must not be in the message of an error. */
  secrets: readonly string[];
  /** The wire does not say that an answer was cut at its cap; its count does. */
  maxOutputTokens: number;
}

/** Reads one answer of PaLM's, which comes whole. */
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
 * PaLM's models for chat and for code, which Google serves no more, by the address of whoever does (with what stands
 * before `/models/`) and a token or a service account. Answers are asked for whole: the end of a stream is the end of its
 * body on this wire, so that one that was cut could not be told from one that is complete.
 */
export const palmAdapter: ProviderAdapter = {
  id: 'palm',
  stream(request, context) {
    const { signal, credentials } = context;
    const { model, maxOutputTokens } = request;
    const secrets = [credentials.apiKey];
    const open = () =>
      openWith(
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
 * A conversation as PaLM wants it: instructions apart, and turns that alternate, of which the first and the last are the
 * person's. The beginning of an answer is gone on with by asking for it.
 * @param bot what the model is called on this wire
 * @throws ProviderError for what the wire has no words for
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
  if (messages[0]!.author === bot) messages.unshift({ author: USER, content: LEFT_OUT });
  if (messages.at(-1)!.author === bot) messages.push({ author: USER, content: GO_ON });
  return { context, messages };
}

function append(messages: PalmMessage[], message: PalmMessage): void {
  const last = messages.at(-1);
  if (message.content === '') return;
  if (last?.author === message.author) last.content += `\n\n${message.content}`;
  else messages.push(message);
}

/**
 * Our request in the words of PaLM's `:predict`.
 * @throws ProviderError for what the wire has no words for
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

/** The first of a list, or the one that stands in its place. */
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
