import type { PromptMessage } from '#app/contracts/completion.ts';
import type { FinishReason } from '#app/contracts/generation.ts';
import { trimEnd } from '#app/contracts/text/trim-end.ts';
import { toProviderError } from '#app/core/providers/anthropic/failure.ts';
import type { ProviderAdapter, ProviderEvent, ProviderRequest } from '#app/core/providers/contract.ts';
import { answerLimit } from '#app/core/providers/shared/answer.ts';
import { parseObject } from '#app/core/providers/shared/json.ts';
import { openCall } from '#app/core/providers/shared/open-call.ts';
import { LEFT_OUT, plainText } from '#app/core/providers/shared/prompt.ts';
import { readReply, type WireReader } from '#app/core/providers/shared/read-reply.ts';

const WIRE_VERSION = '2023-06-01';

/** Stop reasons in our words; any other is an ordinary end. */
const REASONS: Readonly<Record<string, FinishReason>> = { max_tokens: 'length' };

/** Reads one completion, piece by piece, or in one. It tells no usage. Pings and what is not known are passed over. */
export class CompletionReader implements WireReader {
  finished = false;
  private hasBegun = false;

  constructor(private readonly secrets: readonly string[]) {}

  /** What has a reason to end is the last. */
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

  /** The answer begins with the space that follows the mark of its turn. */
  private withoutGap(text: string): string {
    if (this.hasBegun || text === '') return text;
    this.hasBegun = true;
    return text.startsWith(' ') ? text.slice(1) : text;
  }
}

/**
 * Text completions, which Anthropic's first models spoke and whoever serves their like still does, by base URL (with or
 * without its `/v1`) and key.
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

/** What begins a turn of the wire when it stands at the beginning of a line. */
const MARK = /\n(Human|Assistant):/g;

function completeUrl(baseUrl: string): URL {
  const url = new URL(baseUrl);
  url.pathname = `${trimEnd(url.pathname, '/').replace(/\/v1$/, '')}/v1/complete`;
  return url;
}

/**
 * A conversation as one text of alternating turns, which ends where the answer is to begin. Instructions stand before the
 * first words of the person: the wire has no other place for them. A last turn of the model's is gone on with.
 * @throws ProviderError for what the wire has no words for
 */
export function toPrompt(messages: readonly PromptMessage[]): string {
  const instructions: string[] = [];
  const turns: Turn[] = [];
  for (const message of messages) {
    const text = plainText(message);
    if (message.role === 'system' || message.role === 'developer') instructions.push(text);
    else append(turns, { side: message.role === 'assistant' ? 'Assistant' : 'Human', text });
  }
  if (turns[0]?.side !== 'Human') turns.unshift({ side: 'Human', text: turns.length > 0 ? LEFT_OUT : '' });
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

/** Words that would begin a turn are those of whoever says them, and begin none. */
function unmarked(text: string): string {
  return text.replace(MARK, '\n $1:');
}

/**
 * Our request in the words of text completions.
 * @throws ProviderError for what the wire has no words for
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
