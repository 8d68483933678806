import type { AppError } from '#app/contracts/errors.ts';
import type { FinishReason, LogEntry, ReplyEnd } from '#app/contracts/generation.ts';
import { publicError } from '#app/contracts/openai/public-error.ts';
import type { CallWriter } from '../answering/call-stream.server.ts';
import { endError } from '../answering/end-error.ts';
import { toWireUsage } from '../wire-usage.ts';

interface ChunkOptions {
  id: string;
  /** Seconds since 1970. */
  created: number;
  model: string;
  provider: string;
  /** How many choices were asked for. */
  choices: number;
  includeUsage: boolean;
  hidesThoughts: boolean;
}

/** What the chunks of one streamed completion have in common. Written by hand: it is the hot path. */
export class CompletionChunks implements CallWriter {
  readonly #head: string;
  readonly #options: ChunkOptions;

  constructor(options: ChunkOptions) {
    const { id, created, model, provider } = options;
    const object = 'chat.completion.chunk';
    // No fingerprint and no usage before the last chunk: OpenRouter's client refuses null in the place of either.
    const facts = { id, object, created, model, provider, service_tier: null };
    this.#options = options;
    this.#head = `data: ${JSON.stringify(facts).slice(0, -1)},"choices":[`;
  }

  /** Says who speaks, once for each choice: clients build their message on it. */
  opening(): string {
    const roles = Array.from({ length: this.#options.choices }, (_, index) =>
      this.#chunk(index, '{"role":"assistant","content":"","refusal":null}', null),
    );
    return roles.join('');
  }

  /** What an entry of the log is in OpenAI's words; '' for one that says nothing to a client. */
  piece(entry: LogEntry): string {
    if (entry.type === 'text') return this.#chunk(0, `{"content":${JSON.stringify(entry.text)}}`, null);
    const { hidesThoughts } = this.#options;
    if (entry.type === 'thinking') {
      if (hidesThoughts) return '';
      // DeepSeek's name and OpenRouter's: clients read one of them, and none reads both.
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

  /** The end of a stream: the reasons, the usage when it was asked for, and the terminator; or an error. */
  closing(end: ReplyEnd): string {
    if (end.state !== 'done') return this.failure(endError(end));
    const reasons = Array.from({ length: this.#options.choices }, (_, index) =>
      this.#chunk(index, '{}', end.finishReasons?.[index] ?? end.finishReason),
    );
    const usage = JSON.stringify(toWireUsage(end));
    const last = this.#options.includeUsage ? `${this.#head}],"usage":${usage}}\n\n` : '';
    return `${reasons.join('')}${last}data: [DONE]\n\n`;
  }

  /** Nothing follows it. */
  failure(error: AppError): string {
    return `data: ${JSON.stringify(publicError(error))}\n\n`;
  }

  #chunk(index: number, delta: string, reason: FinishReason | null, logprobs = 'null'): string {
    const finish = reason === null ? 'null' : JSON.stringify(reason);
    return `${this.#head}{"index":${index},"delta":${delta},"logprobs":${logprobs},"finish_reason":${finish}}]}\n\n`;
  }
}
