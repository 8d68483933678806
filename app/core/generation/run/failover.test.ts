import { describe, expect, it } from 'vitest';
import type { TokenUsage } from '#app/contracts/money.ts';
import type { Attempt, Candidate } from '#app/core/generation/record/candidate.ts';
import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import { withFailover } from './failover.ts';

type Script = (ProviderEvent | Error)[];

const FINISH: ProviderEvent = { type: 'finish', reason: 'stop', choice: 0 };
const text = (words: string): ProviderEvent => ({ type: 'text', text: words });
const down = (retryAfterMs?: number) =>
  new ProviderError('provider_unavailable', 'down', { status: 503, retryable: true, retryAfterMs });
const refused = new ProviderError('invalid_api_key', 'no', { status: 401 });
const rejected = new ProviderError('provider_rejected', 'bad temperature', { status: 400 });

interface Circumstances {
  signal?: AbortSignal;
  /** Offers whose circuit breaker is open. */
  aside?: string[];
  /** Number of further offers that the account may still call. */
  further?: number;
}

/**
 * Calls candidates with scripted answers, one list per attempt, and returns the outcome. `other/b` is an
 * offer of another model.
 */
async function call(
  scripts: Record<string, Script[]>,
  { signal, aside = [], further = 1 }: Circumstances = {},
) {
  const candidates = Object.keys(scripts).map((id): Candidate => ({
    offerId: id,
    model: id.includes('/') ? id.split('/', 1)[0]! : 'm',
    provider: id,
    upstreamModel: 'u',
    priceId: null,
    maxOutputTokens: 100,
    leftOut: [],
  }));
  const events: ProviderEvent[] = [];
  const attempts: Attempt[] = [];
  const health: string[] = [];
  const counted: TokenUsage[] = [];
  let begunBy: string | null = null;
  let error: unknown = null;
  try {
    for await (const event of withFailover(candidates, {
      signal: signal ?? new AbortController().signal,
      isReady: async ({ offerId }) => !aside.includes(offerId!),
      onHealth: ({ offerId }, { kind }) => health.push(`${offerId} ${kind}`),
      async *call({ offerId }) {
        const script = scripts[offerId!]!.shift();
        if (!script) throw new Error(`${offerId} was called once too often`);
        for (const step of script) {
          if (step instanceof Error) throw step;
          yield step;
        }
      },
      isAnswer: (_candidate, said) => said.length > 0,
      mayCallFurther: async () => further-- > 0,
      onCount: (usage) => counted.push(usage),
      onBegin: ({ offerId }) => (begunBy = offerId),
      onAttempt: (attempt) => attempts.push(attempt),
    })) {
      events.push(event);
    }
  } catch (thrown) {
    error = thrown;
  }
  const tries = attempts.map(
    (one) => `${one.offerId} ${one.answered ? 'answered' : (one.errorCode ?? 'ended')}`,
  );
  return { events, tries, begunBy, error, health, counted };
}

describe('withFailover', () => {
  it('passes on the output of the first candidate', async () => {
    const result = await call({ a: [[text('Hi'), FINISH]], b: [] });
    expect(result).toEqual({
      events: [text('Hi'), FINISH],
      tries: ['a answered'],
      begunBy: 'a',
      error: null,
      health: ['a answered', 'a done'],
      counted: [],
    });
  });

  it.each([
    ['refuses our key', [refused]],
    ['is down', [down()]],
    ['asks for a long pause', [down(60_000)]],
    ['says nothing', []],
    ['tells its usage and fails', [{ type: 'usage', usage: {} } as ProviderEvent, down()]],
  ])('calls the next when the first %s, and drops the events of the first', async (_name, script) => {
    const result = await call({ a: [script], b: [[text('Hi'), FINISH]] });
    expect(result).toMatchObject({ events: [text('Hi'), FINISH], begunBy: 'b', error: null });
  });

  it('calls no other candidate after the first output', async () => {
    const result = await call({ a: [[text('Half'), down()]], b: [] });
    expect(result).toMatchObject({ events: [text('Half')], begunBy: 'a' });
    expect(result.error).toMatchObject({ code: 'provider_unavailable' });
  });

  it('tries the list a second time, without candidates whose errors are permanent', async () => {
    const result = await call({ a: [[down()], [text('Hi'), FINISH]], b: [[refused]] });
    expect(result.tries).toEqual(['a provider_unavailable', 'b invalid_api_key', 'a answered']);
    expect(result.error).toBeNull();
  });

  it('fails after the second round with the last error', async () => {
    const result = await call({ a: [[down()], [down()]] });
    expect(result).toMatchObject({ begunBy: null, error: { code: 'provider_unavailable' } });
    expect(result.tries).toHaveLength(2);
  });

  it('does not wait for a provider that asks for a long pause', async () => {
    const result = await call({ a: [[down(60_000)]] });
    expect(result).toMatchObject({ tries: ['a provider_unavailable'], error: { retryAfterMs: 60_000 } });
  });

  it('does not retry an error that the request causes', async () => {
    const result = await call({ a: [[rejected]], b: [] });
    expect(result).toMatchObject({ tries: ['a provider_rejected'], error: { code: 'provider_rejected' } });
  });

  it('ends without an event when the answer is empty and no candidate is left', async () => {
    const result = await call({ a: [[]] });
    expect(result).toMatchObject({
      events: [],
      tries: ['a empty_completion'],
      begunBy: null,
      error: null,
    });
  });

  it('calls one further candidate after an empty answer, and no third one', async () => {
    const result = await call({ a: [[]], b: [[]], c: [] }, { further: 5 });
    expect(result).toMatchObject({ tries: ['a empty_completion', 'b empty_completion'], error: null });
  });

  it('calls no further candidate for an account over its limit', async () => {
    const result = await call({ a: [[]], b: [[text('Hi'), FINISH]] }, { further: 0 });
    expect(result).toMatchObject({ tries: ['a empty_completion'], events: [], error: null });
  });

  it('calls the remaining candidates after an error, regardless of that limit', async () => {
    const result = await call({ a: [[down()]], b: [[text('Hi'), FINISH]] }, { further: 0 });
    expect(result.tries).toEqual(['a provider_unavailable', 'b answered']);
  });

  it('calls no other candidate when the further one fails', async () => {
    const result = await call({ a: [[]], b: [[down()]], c: [] });
    expect(result.tries).toEqual(['a empty_completion', 'b provider_unavailable']);
    expect(result.error).toMatchObject({ code: 'provider_unavailable' });
  });

  it('accepts an empty end that counts as an answer', async () => {
    const counted: ProviderEvent = { type: 'usage', usage: {} as TokenUsage };
    const result = await call({ a: [[FINISH, counted]], b: [] });
    expect(result).toMatchObject({ events: [FINISH, counted], tries: ['a answered'], begunBy: 'a' });
    expect(result.health).toEqual(['a left']);
  });

  it('reports usage before the first output at once', async () => {
    const usage = { promptTokens: 7 } as TokenUsage;
    const result = await call({ a: [[{ type: 'usage', usage }, down(60_000)]] });
    expect(result).toMatchObject({ counted: [usage], events: [] });
  });

  it('calls no other candidate after the run was aborted', async () => {
    const ended = new AbortController();
    const reason = new Error('stopped');
    ended.abort(reason);
    const result = await call({ a: [[reason]], b: [] }, { signal: ended.signal });
    expect(result).toMatchObject({ tries: ['a ended'], error: reason, health: ['a left'] });
  });

  it('calls another model, but no other offer of the same one, after an error of the request', async () => {
    const result = await call({ a: [[rejected]], b: [], 'other/c': [[text('Hi'), FINISH]] });
    expect(result.tries).toEqual(['a provider_rejected', 'other/c answered']);
    expect(result.error).toBeNull();
  });

  it('calls the next after a 403, which does not count as a fault of the offer', async () => {
    const forbidden = new ProviderError('provider_unavailable', 'no access', { status: 403 });
    const result = await call({ a: [[forbidden]], b: [[text('Hi'), FINISH]] });
    expect(result).toMatchObject({ begunBy: 'b', health: ['a refused', 'b answered', 'b done'] });
  });

  it('calls candidates with an open breaker last, when no other one answers', async () => {
    const answers = await call({ a: [[text('Hi'), FINISH]], b: [[refused]] }, { aside: ['a'] });
    expect(answers.tries).toEqual(['b invalid_api_key', 'a answered']);
  });

  it.each([
    ['a failure before the first word', [down()], ['a fault', 'a fault']],
    ['a failure after it', [text('Half'), down()], ['a answered', 'a fault']],
    ['an end without a finish', [text('Half')], ['a answered', 'a fault']],
    ['a refusal of what was asked', [rejected], ['a refused']],
    ['an answer without a word, which its caller may have brought about', [FINISH], ['a left']],
    ['an end that says nothing at all', [], ['a fault']],
  ])('reports health for %s', async (_name, script, health) => {
    const result = await call({ a: [script, script] });
    expect(result.health).toEqual(health);
  });
});
