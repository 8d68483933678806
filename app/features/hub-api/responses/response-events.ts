import type { AppError } from '#app/contracts/errors.ts';
import type { LogEntry, ReplyEnd } from '#app/contracts/generation.ts';
import { publicError } from '#app/contracts/openai/public-error.ts';
import type { CallWriter } from '#app/features/hub-api/answering/delivery.server.ts';
import { endError } from '../answering/end-error.ts';
import type { OutputEvent } from './open-items.ts';
import { OutputItems } from './output-items.ts';
import { endedResponse, openResponse, statusOf, type ResponseFacts } from './response-object.ts';

/** Writes a call as the events of OpenAI's responses, numbered from 0 without a gap. */
export class ResponseEvents implements CallWriter {
  readonly #items: OutputItems;
  #number = 0;
  #hasBegun = false;

  /**
   * @param after events up to this number are left out: the reader already has them
   * @param completedAt the end of a response that is read again, in Unix seconds; null for one whose end is
   * still to come
   */
  constructor(
    private readonly facts: ResponseFacts,
    private readonly after = -1,
    private readonly completedAt: number | null = null,
  ) {
    this.#items = new OutputItems(facts);
  }

  /** A background response becomes in_progress with its first output. */
  opening(): string {
    if (!this.facts.echo.background) {
      const response = openResponse(this.facts, 'in_progress');
      return this.#write([{ type: 'response.created', response }, ...this.#begun()]);
    }
    const response = openResponse(this.facts, 'queued');
    return this.#write([
      { type: 'response.created', response },
      { type: 'response.queued', response },
    ]);
  }

  piece(entry: LogEntry): string {
    return this.#write([...this.#begun(), ...this.#items.add(entry)]);
  }

  /** Ends the growing items, then the response: complete, cut, stopped or failed. */
  closing(end: ReplyEnd): string {
    const status = statusOf(end);
    const events = [...this.#begun(), ...this.#items.end(status === 'completed')];
    const completedAt = this.completedAt ?? Math.floor(Date.now() / 1000);
    const response = endedResponse(this.facts, { output: this.#items.items, end, completedAt });
    // OpenAI has no event for a cancelled response; its output is incomplete.
    const type = status === 'cancelled' ? 'incomplete' : status;
    const last = this.#write([...events, { type: `response.${type}`, response }]);
    // Some clients take a failed response for a short one; an error event makes all of them throw.
    return status === 'failed' ? last + this.failure(endError(end, 'input')) : last;
  }

  /**
   * The fields are at the top, as in OpenAI's documents, and in `error`, as on its wire, which clients read.
   */
  failure(error: AppError): string {
    const { type, message, code, param } = publicError(error).error;
    const fields = { code, message, param };
    return this.#write([{ type: 'error', ...fields, error: { type, ...fields } }]);
  }

  #begun(): OutputEvent[] {
    if (this.#hasBegun) return [];
    this.#hasBegun = true;
    return [{ type: 'response.in_progress', response: openResponse(this.facts, 'in_progress') }];
  }

  #write(events: readonly OutputEvent[]): string {
    let written = '';
    for (const event of events) {
      const number = this.#number;
      this.#number += 1;
      if (number <= this.after) continue;
      const data = JSON.stringify({ ...event, sequence_number: number });
      written += `event: ${event.type}\ndata: ${data}\n\n`;
    }
    return written;
  }
}
