import { refused, type Answer, type StripeRequest } from './answers.ts';

interface StoredAnswer {
  /** The request under the key. */
  asked: string;
  answer: Answer | null;
}

/** Requests with invalid parameters are not stored, because they were never begun. */
const isStored = ({ status }: Answer) => status !== 400 && status !== 404;

/**
 * Idempotency keys as Stripe stores them: the first answer under a key is repeated, errors of the service and
 * declined cards included; other parameters under the same key are an error, and so is a request while the
 * first is being answered.
 */
export class IdempotencyKeys {
  readonly #kept = new Map<string, StoredAnswer>();

  async answer(
    { method, path, fields, idempotencyKey }: StripeRequest,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    if (method !== 'POST' || idempotencyKey === null) return work();
    const asked = `${path}?${fields.toString()}`;
    const kept = this.#kept.get(idempotencyKey);
    if (kept && kept.asked !== asked)
      return refused(400, { type: 'idempotency_error', message: 'Keys are for the same parameters alone.' });
    if (kept?.answer === null)
      return refused(409, { type: 'idempotency_error', code: 'idempotency_key_in_use' });
    if (kept?.answer) return kept.answer;
    const mine: StoredAnswer = { asked, answer: null };
    this.#kept.set(idempotencyKey, mine);
    const answer = await work();
    if (isStored(answer)) mine.answer = answer;
    else this.#kept.delete(idempotencyKey);
    return answer;
  }

  /** As if a day had passed. */
  forget(): void {
    this.#kept.clear();
  }
}
