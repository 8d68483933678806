import type { PromptMessage } from '#app/contracts/completion.ts';
import type { FinishReason } from '#app/contracts/generation.ts';
import { trimEnd } from '#app/contracts/text/trim-end.ts';
import { toProviderError } from '#app/core/providers/anthropic/failure.ts';
import type { ProviderAdapter, ProviderEvent, ProviderRequest } from '#app/core/providers/contract.ts';
import { answerLimit } from '#app/core/providers/shared/answer.ts';
import { parseObject } from '#app/core/providers/shared/json.ts';
import { openCall } from '#app/core/providers/shared/open-call.ts';
import { OMITTED_TURNS, plainText } from '#app/core/providers/shared/prompt.ts';
import { readReply, type WireReader } from '#app/core/providers/shared/read-reply.ts';
import type { Provider } from '#app/core/providers/provider.ts';

const WIRE_VERSION = '2023-06-01';

/** Our finish reason per stop reason; any other counts as a normal end. */
const REASONS: Readonly<Record<string, FinishReason>> = { max_tokens: 'length' };

/**
 * Reads one completion, in pieces or whole. The wire reports no usage. Pings and unknown events are ignored.
 */
export class CompletionReader implements WireReader {
  finished = false;
  private hasBegun = false;

  constructor(private readonly secrets: readonly string[]) {}

  /** The event with a stop reason is the last. */
  get ended(): boolean {
    return this.finished;
  }

  read(data: string, events: ProviderEvent[]): void {
    const event = parseObject(data);
    const { type, completion, stop_reason: reason } = event;
    if (type === 'error' || event['error'] !== undefined)
      throw toProviderError({ status: null, body: event, secrets: this.secrets });
    if (type !== 'completion') return;
    const text = typeof completion === 'string' ? this.withoutGap(completion) : '';
    if (text) events.push({ type: 'text', text });
    if (typeof reason !== 'string' || reason === '') return;
    this.finished = true;
    const known = Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined;
    events.push({ type: 'finish', reason: known ?? 'stop', choice: 0 });
  }

  /** Strips the space with which an answer begins, after the mark of its turn. */
  private withoutGap(text: string): string {
    if (this.hasBegun || text === '') return text;
    this.hasBegun = true;
    return text.startsWith(' ') ? text.slice(1) : text;
  }
}

/**
 * Text completions, the API of Anthropic's first models, which other servers still offer; addressed by base
 * URL (with or without its `/v1`) and key.
 */
export const completeAdapter: ProviderAdapter = {
  id: 'anthropic-complete',
  stream(request, context) {
    const { signal, credentials } = context;
    const secrets = [credentials.apiKey];
    const open = () =>
      openCall(
        {
          url: completeUrl(credentials.baseUrl),
          headers: { 'x-api-key': credentials.apiKey, 'anthropic-version': WIRE_VERSION },
          json: toCompletion(request),
          toError: (refusal) => toProviderError({ ...refusal, secrets }),
        },
        context,
      );
    return readReply(open, new CompletionReader(secrets), { signal, limit: answerLimit(request) });
  },
};

interface Turn {
  side: 'Human' | 'Assistant';
  text: string;
}

/** Text that begins a turn if it stands at the start of a line. */
const MARK = /\n(Human|Assistant):/g;

function completeUrl(baseUrl: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${trimEnd(url.pathname, '/').replace(/\/v1$/, '')}/v1/complete`;
  return url;
}

/**
 * Writes a conversation as one text of alternating turns that ends where the answer must begin. Instructions
 * precede the user's first message: the wire has no other place for them. If the last turn is the model's,
 * the model continues it.
 * @throws ProviderError for content that the wire cannot express
 */
export function toPrompt(messages: readonly PromptMessage[]): string {
  const instructions: string[] = [];
  const turns: Turn[] = [];
  for (const message of messages) {
    const text = plainText(message);
    if (message.role === 'system' || message.role === 'developer') instructions.push(text);
    else append(turns, { side: message.role === 'assistant' ? 'Assistant' : 'Human', text });
  }
  if (turns[0]?.side !== 'Human')
    turns.unshift({ side: 'Human', text: turns.length > 0 ? OMITTED_TURNS : '' });
  const first = turns[0]!;
  first.text = [...instructions, first.text].filter((text) => text !== '').join('\n\n');
  if (turns.at(-1)?.side === 'Human') turns.push({ side: 'Assistant', text: '' });
  return turns
    .map(({ side, text }) => `\n\n${side}:${text === '' ? '' : ` ${unmarked(text)}`}`)
    .join('')
    .trimEnd();
}

function append(turns: Turn[], turn: Turn): void {
  const last = turns.at(-1);
  if (turn.text === '') return;
  if (last?.side === turn.side) last.text += `\n\n${turn.text}`;
  else turns.push(turn);
}

/** Disarms turn marks inside a message, so that they do not begin a turn. */
function unmarked(text: string): string {
  return text.replace(MARK, '\n $1:');
}

/**
 * Converts our request to the format of text completions.
 * @throws ProviderError for content that the wire cannot express
 */
export function toCompletion({ model, messages, maxOutputTokens, delivery, options }: ProviderRequest) {
  const { temperature, top_p: topP, top_k: topK, stop } = options;
  const stops = typeof stop === 'string' ? [stop] : (stop ?? []);
  return {
    model,
    prompt: toPrompt(messages),
    max_tokens_to_sample: maxOutputTokens,
    stream: delivery === 'stream',
    ...(typeof temperature === 'number' && { temperature }),
    ...(typeof topP === 'number' && { top_p: topP }),
    ...(topK !== undefined && { top_k: topK }),
    ...(stops.length > 0 && { stop_sequences: stops }),
  };
}

/**
 * `\n\nAssistant: `, of which each letter may be a token; besides the turns there is the answer's mark, and
 * possibly a first one.
 */
const TURN_MARK = 16;

export const completeProvider: Provider = {
  dialect: 'anthropic-complete',
  chat: completeAdapter,
  options: { supported: ['temperature', 'top_p', 'top_k', 'stop'] },
  tokens: { max: ({ turns }) => TURN_MARK * (turns + 2) },
};
