import type { FinishReason } from '#app/contracts/generation.ts';
import { toProviderError } from '#app/core/providers/anthropic/failure.ts';
import type { ProviderEvent } from '#app/core/providers/contract.ts';
import { parseObject } from '#app/core/providers/shared/json.ts';
import type { WireReader } from '#app/core/providers/shared/read-reply.ts';

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
