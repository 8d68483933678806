import type { ChatCompletionMessageToolCall } from 'openai/resources/chat/completions';
import type { CompletionLogprobs, ReasoningDetail, ToolCallPiece } from '#app/contracts/completion.ts';
import type { AppError } from '#app/contracts/errors.ts';
import type { FinishReason, LogEntry, ReplyEnd } from '#app/contracts/generation.ts';
import type { CompletionAnswer } from '#app/contracts/openai/answers/completion-answer.ts';
import { publicError } from '#app/contracts/openai/public-error.ts';
import type { CallWriter } from '#app/features/hub-api/answering/delivery.server.ts';
import { endError } from '#app/features/hub-api/answering/end-error.ts';
import { toWireUsage } from '#app/features/hub-api/wire-usage.ts';

type WholeChoice = CompletionAnswer['choices'][number];

interface ChunkOptions {
  id: string;
  /** Seconds since 1970. */
  created: number;
  model: string;
  provider: string;
  /** The number of choices requested. */
  choices: number;
  includeUsage: boolean;
  hidesThoughts: boolean;
}

/**
 * The number of choices of an answer: a provider that supports only one gives one, whatever was requested.
 */
export function choicesOf({ finishReasons }: ReplyEnd): number {
  return finishReasons?.length ?? 1;
}

/** Joins the entries of a call into the answer for a client without `stream`. */
export class CompletionBuilder {
  readonly #choices = new Map<number, Draft>();

  constructor(private readonly hidesThoughts = false) {}

  add(entry: LogEntry): void {
    if (entry.type === 'text') this.#draft(0).content += entry.text;
    else if (entry.type === 'thinking') {
      if (!this.hidesThoughts) this.#draft(0).thinking += entry.text;
    } else if (entry.type === 'delta') {
      const draft = this.#draft(entry.choice);
      const {
        content = '',
        refusal = '',
        tool_calls: calls = [],
        reasoning_details: details = [],
      } = entry.delta;
      draft.content += content;
      draft.refusal += refusal;
      for (const call of calls) addCall(draft.calls, call);
      if (!this.hidesThoughts) draft.details.push(...details);
      if (entry.logprobs) draft.logprobs = joinLogprobs(draft.logprobs, entry.logprobs);
    }
  }

  build(
    facts: Pick<CompletionAnswer, 'id' | 'created' | 'model' | 'provider'>,
    end: ReplyEnd,
  ): CompletionAnswer {
    const { id, created, model, provider } = facts;
    return {
      id,
      object: 'chat.completion',
      created,
      model,
      provider,
      // A complete answer of OpenAI has both keys, and OpenRouter's client rejects one without the
      // fingerprint.
      system_fingerprint: null,
      service_tier: null,
      choices: Array.from({ length: choicesOf(end) }, (_, index) => ({
        index,
        message: toMessage(this.#draft(index)),
        logprobs: this.#draft(index).logprobs,
        finish_reason: end.finishReasons?.[index] ?? end.finishReason,
      })),
      usage: toWireUsage(end),
    };
  }

  #draft(choice: number): Draft {
    let draft = this.#choices.get(choice);
    if (!draft) {
      draft = { content: '', refusal: '', thinking: '', details: [], calls: [], logprobs: null };
      this.#choices.set(choice, draft);
    }
    return draft;
  }
}

interface Draft {
  content: string;
  refusal: string;
  thinking: string;
  details: ReasoningDetail[];
  calls: ChatCompletionMessageToolCall[];
  logprobs: CompletionLogprobs | null;
}

/** The first piece of a call names the tool; later pieces only add to its arguments. */
function addCall(calls: ChatCompletionMessageToolCall[], piece: ToolCallPiece): void {
  const { index, id = '', type = 'function', function: called, custom } = piece;
  const call = (calls[index] ??=
    type === 'custom'
      ? { id, type, custom: { name: custom?.name ?? '', input: '' } }
      : { id, type, function: { name: called?.name ?? '', arguments: '' } });
  if (call.type === 'custom') call.custom.input += custom?.input ?? '';
  else call.function.arguments += called?.arguments ?? '';
}

function joinLogprobs(before: CompletionLogprobs | null, more: CompletionLogprobs): CompletionLogprobs {
  const join = <Item>(one: Item[] | null | undefined, other: Item[] | null) =>
    one || other ? [...(one ?? []), ...(other ?? [])] : null;
  return { content: join(before?.content, more.content), refusal: join(before?.refusal, more.refusal) };
}

function toMessage({ content, refusal, thinking, details, calls }: Draft): WholeChoice['message'] {
  const called = calls.filter(Boolean);
  return {
    role: 'assistant',
    // As at OpenAI, a message that only calls tools has no content.
    content: content === '' && (called.length > 0 || refusal !== '') ? null : content,
    refusal: refusal === '' ? null : refusal,
    ...(thinking !== '' && { reasoning_content: thinking, reasoning: thinking }),
    ...(details.length > 0 && { reasoning_details: details }),
    ...(called.length > 0 && { tool_calls: called }),
  };
}

/**
 * The chunks of one streamed completion, with the fields that they share. Builds their JSON by hand: this is
 * the hot path.
 */
export class CompletionChunks implements CallWriter {
  readonly #head: string;
  readonly #options: ChunkOptions;

  constructor(options: ChunkOptions) {
    const { id, created, model, provider } = options;
    const object = 'chat.completion.chunk';
    // No fingerprint, and no usage before the last chunk: OpenRouter's client rejects null for either.
    const facts = { id, object, created, model, provider, service_tier: null };
    this.#options = options;
    this.#head = `data: ${JSON.stringify(facts).slice(0, -1)},"choices":[`;
  }

  /** Sends the role, once for each choice: clients build their message on it. */
  opening(): string {
    const roles = Array.from({ length: this.#options.choices }, (_, index) =>
      this.#chunk(index, '{"role":"assistant","content":"","refusal":null}', null),
    );
    return roles.join('');
  }

  /** A log entry as a chunk of OpenAI; '' for an entry that clients do not receive. */
  piece(entry: LogEntry): string {
    if (entry.type === 'text') return this.#chunk(0, `{"content":${JSON.stringify(entry.text)}}`, null);
    const { hidesThoughts } = this.#options;
    if (entry.type === 'thinking') {
      if (hidesThoughts) return '';
      // DeepSeek's name and OpenRouter's name: clients read one of them, and none reads both.
      const thought = JSON.stringify(entry.text);
      return this.#chunk(0, `{"reasoning_content":${thought},"reasoning":${thought}}`, null);
    }
    if (entry.type !== 'delta') return '';
    const { reasoning_details: details, ...words } = entry.delta;
    const delta = hidesThoughts && details ? words : entry.delta;
    if (Object.keys(delta).length === 0 && details) return '';
    const logprobs = entry.logprobs && JSON.stringify(entry.logprobs);
    return this.#chunk(entry.choice, JSON.stringify(delta), null, logprobs);
  }

  /** The end of a stream: finish reasons, the usage if requested, and the terminator; or an error. */
  closing(end: ReplyEnd): string {
    if (end.state !== 'done') return this.failure(endError(end));
    const reasons = Array.from({ length: this.#options.choices }, (_, index) =>
      this.#chunk(index, '{}', end.finishReasons?.[index] ?? end.finishReason),
    );
    const usage = JSON.stringify(toWireUsage(end));
    const last = this.#options.includeUsage ? `${this.#head}],"usage":${usage}}\n\n` : '';
    return `${reasons.join('')}${last}data: [DONE]\n\n`;
  }

  /** The last event of the stream. */
  failure(error: AppError): string {
    return `data: ${JSON.stringify(publicError(error))}\n\n`;
  }

  #chunk(index: number, delta: string, reason: FinishReason | null, logprobs = 'null'): string {
    const finish = reason === null ? 'null' : JSON.stringify(reason);
    return `${this.#head}{"index":${index},"delta":${delta},"logprobs":${logprobs},"finish_reason":${finish}}]}\n\n`;
  }
}
