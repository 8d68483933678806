import type { createKey } from '#tests/factories/create-key.ts';
import { wordsOf } from '#tests/fixtures/stream-call.ts';
import type { Delivery } from './delivery.ts';
import { describeAnswer, describeCut, type Sight } from './sight.ts';

/** A call under way. */
export interface LiveCall {
  /** The words that have come. */
  words(): string;
  /** Hangs up. */
  leave(): void;
  /** What the client saw, once there is no more to see. */
  seen: Promise<Sight>;
}

/** Whatever differs from a good call of this row. */
export interface Twist {
  method?: string;
  headers?: Record<string, string>;
  /** Fields of the body beside or instead of the usual ones. */
  fields?: object;
  /** Instead of a body of fields. */
  body?: BodyInit;
}

interface CallerFacts extends Awaited<ReturnType<typeof createKey>> {
  origin: string;
  modelId: string;
  delivery: Delivery;
}

/** Who makes the calls of one row, by one key, with an account of its own. */
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

  /** The same by another web process. */
  at(origin: string): Caller {
    return new Caller({ ...this.#facts, origin });
  }

  /** Asks and waits for all that comes. */
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
        // What a socket throws when the other side is gone; anything else is a mistake of the test.
        if (error instanceof TypeError) return describeCut(text);
        throw error;
      }),
    };
  }
}
