import type { FinishReason } from '#app/contracts/generation.ts';
import { readEntry } from '#app/core/catalogue/read-entry.ts';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import type { Candidate } from '#app/core/generation/record/candidate.ts';
import { maxOutputOf } from '#app/core/generation/record/row.ts';
import { watchStream, type CallWatch } from '#app/core/generation/run/provider-call.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import type { Continuation } from '#app/core/tasks/task.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { Join } from './join.ts';

/** Extra tokens for white space and the like around the repeated text. */
const EXTRA_TOKENS = 16;

/** Output of a provider that continues a truncated answer, reduced to the new text and the end. */
export class ContinuationStream {
  readonly #join: Join;
  #opening = '';
  #finish: ProviderEvent | null = null;
  /** The whole answer, if it must be a complete JSON document in the end. */
  #document: string | null;

  constructor(
    private readonly source: AsyncIterableIterator<ProviderEvent>,
    private readonly said: Continuation['soFar'],
    readonly watch: CallWatch,
  ) {
    this.#join = new Join(said);
    this.#document = said.isJson ? said.text : null;
  }

  /**
   * Waits until it is known where the output continues the answer.
   * @returns false if it does not
   * @throws the provider's error, or ProviderError provider_cut if it ends before that is known
   */
  async open(): Promise<boolean> {
    while (this.#join.state === 'open') {
      const event = await this.#next();
      if (!event) throw new ProviderError('provider_cut', 'the provider ended the answer before it went on');
      // Only plain text can be continued.
      if (event.type === 'delta') return false;
      if (event.type === 'text') this.#opening = this.#join.push(event.text);
      else if (event.type === 'finish') {
        this.#opening = this.#join.end();
        this.#finish = event;
        break;
      }
    }
    return this.#join.state === 'joined';
  }

  /** @throws ProviderError if its end does not complete the answer */
  async *events(): AsyncGenerator<ProviderEvent> {
    if (this.#opening !== '') yield this.#heard({ type: 'text', text: this.#opening });
    if (this.#finish) yield this.#heard(this.#finish);
    for (let event = await this.#next(); event; event = await this.#next()) {
      // Its reasoning is about continuing, and its usage covers only its own call.
      if (event.type !== 'thinking' && event.type !== 'usage') yield this.#heard(event);
    }
  }

  leave(): void {
    void this.source.return?.(undefined);
  }

  async #next(): Promise<ProviderEvent | undefined> {
    const next = await this.source.next();
    if (next.done) return undefined;
    this.watch.see(next.value);
    return next.value;
  }

  #heard(event: ProviderEvent): ProviderEvent {
    if (event.type === 'text' && this.#document !== null) this.#document += event.text;
    if (event.type === 'finish') this.#checkEnd(event.reason);
    return event;
  }

  #checkEnd(reason: FinishReason): void {
    // The length limit was meant for new text: after repeating the whole answer it has not reached the end.
    const hasRepeatedMore = this.#join.dropped > 2 * this.said.tail.length;
    const isCut = reason === 'length' && hasRepeatedMore;
    const isSpoilt = reason === 'stop' && this.#document !== null && !isJson(this.#document);
    if (isCut || isSpoilt) throw new ProviderError('provider_cut', 'the answer could not be made whole');
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Calls a candidate to continue an answer, limited to the remaining length plus the text that it repeats.
 * @param onTaken called when it accepts the call
 * @returns null if no length is left
 */
export async function callForContinuation(
  candidate: Candidate,
  { input, soFar: said }: Continuation,
  { reply, stallMs, onTaken }: { reply: RunningReply; stallMs: number; onTaken: () => void },
): Promise<AsyncIterableIterator<ProviderEvent> | null> {
  const { generation, abort } = reply;
  const { execute } = taskOf(generation);
  const { tokenizer } = await readEntry(AUTOCOMMIT, candidate.model);
  const left = maxOutputOf(generation, candidate) - (await countTokens(reply.plainText ?? '', tokenizer));
  if (!execute || left <= 0) return null;
  const maxOutputTokens = left + (await countTokens(said.tail, tokenizer)) + EXTRA_TOKENS;
  return watchStream(
    (signal) =>
      execute(input, { ...candidate, maxOutputTokens }, { generation, signal, onAccepted: onTaken }),
    { signal: abort.signal, stallMs },
  );
}
