import type { createKey } from '#tests/factories/create-key.ts';
import { wordsOf } from '#tests/fixtures/stream-call.ts';
import type { Delivery } from './delivery.ts';
import { describeAnswer, describeCut, type Sight } from './sight.ts';

/** An open call. */
export interface LiveCall {
  /** The text received so far. */
  words(): string;
  /** Hangs up. */
  leave(): void;
  /** The client's view of the call, once it has ended. */
  seen: Promise<Sight>;
}

/** The differences from a good call of this row. */
export interface Twist {
  method?: string;
  headers?: Record<string, string>;
  /** Fields of the body in addition to or instead of the default ones. */
  fields?: object;
  /** Instead of a body of fields. */
  body?: BodyInit;
}

interface CallerFacts extends Awaited<ReturnType<typeof createKey>> {
  origin: string;
  modelId: string;
  delivery: Delivery;
}

/** The caller of one row, with one key and an account of its own. */
export class Caller {
  readonly userId: string;
  readonly modelId: string;
  readonly delivery: Delivery;
  readonly keyId: string;
  readonly #facts: CallerFacts;

  constructor(facts: CallerFacts) {
    this.userId = facts.userId;
    this.modelId = facts.modelId;
    this.delivery = facts.delivery;
    this.keyId = facts.key.id;
    this.#facts = facts;
  }

  /** The same for another web process. */
  at(origin: string): Caller {
    return new Caller({ ...this.#facts, origin });
  }

  /** Sends a call and waits for the whole answer. */
  ask(content: string, twist: Twist = {}): Promise<Sight> {
    return this.begin(content, twist).seen;
  }

  begin(content: string, { method = 'POST', headers = {}, fields = {}, body }: Twist = {}): LiveCall {
    const leaving = new AbortController();
    const usual = {
      model: this.modelId,
      messages: [{ role: 'user', content }],
      ...(this.delivery === 'streamed' && { stream: true, stream_options: { include_usage: true } }),
    };
    let text = '';
    const hear = async (): Promise<Sight> => {
      const answer = await fetch(`${this.#facts.origin}/api/v1/chat/completions`, {
        method,
        headers: {
          authorization: `Bearer ${this.#facts.value}`,
          'content-type': 'application/json',
          ...headers,
        },
        ...(method === 'GET' ? {} : { body: body ?? JSON.stringify({ ...usual, ...fields }) }),
        signal: leaving.signal,
      });
      const pieces = (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream());
      for await (const piece of pieces as unknown as AsyncIterable<string>) text += piece;
      return describeAnswer({ status: answer.status, headers: answer.headers, text });
    };
    return {
      words: () => wordsOf(text),
      leave: () => leaving.abort(),
      seen: hear().catch((error: unknown) => {
        if (leaving.signal.aborted) return { line: 'left', message: null };
        // The error that a socket throws when the other side is gone; any other is a bug of the test.
        if (error instanceof TypeError) return describeCut(text);
        throw error;
      }),
    };
  }
}
