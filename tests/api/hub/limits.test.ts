import { gzipSync } from 'node:zlib';
import OpenAI, { type APIError, PermissionDeniedError, RateLimitError } from 'openai';
import { beforeEach, describe, expect, it } from 'vitest';
import { redis } from '#app/core/platform/redis.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApiBeside } from '#tests/setup/api.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';

const engine = useEngine();

/** Two web processes that share their limits. */
const LIMITS = {
  LIMIT_API_CALLS_KEY: '4',
  LIMIT_API_CALLS: '6',
  LIMIT_API_WINDOW: '3600',
  LIMIT_API_CONCURRENT: '2',
  LIMIT_BAN_SCORE: '0',
};
const webs = [useApiBeside(LIMITS), useApiBeside(LIMITS)];
/** One that locks out. */
const strict = useApiBeside({
  LIMIT_API_CALLS_KEY: '1',
  LIMIT_API_WINDOW: '3600',
  LIMIT_BAN_SCORE: '1',
  LIMIT_BAN_MINUTES: '30',
});
webs.push(strict);

let owner: Awaited<ReturnType<typeof createKey>>;
beforeEach(async () => {
  await redis().flushDb();
  owner = await createKey();
});

function call(web: number, text = '[[sandbox: length=3 pace=0]]', apiKey = owner.value) {
  const client = new OpenAI({ apiKey, baseURL: `${webs[web]!.origin()}/api/v1`, maxRetries: 0 });
  return client.chat.completions.create({ model: TEST_MODEL, messages: [{ role: 'user', content: text }] });
}

const refusal = (asked: Promise<unknown>): Promise<APIError> =>
  asked.then(
    () => Promise.reject(new Error('it was answered')),
    (error: APIError) => error,
  );

describe('calls of one key', () => {
  it('are counted over all web processes, and report the remaining number', async () => {
    for (const [web, left] of [
      [0, '3'],
      [1, '2'],
      [0, '1'],
      [1, '0'],
    ] as const) {
      const { response } = await call(web).withResponse();
      expect(response.headers.get('x-ratelimit-limit-requests')).toBe('4');
      expect(response.headers.get('x-ratelimit-remaining-requests')).toBe(left);
      expect(response.headers.get('x-ratelimit-reset-requests')).toMatch(/^\d+s$/);
    }
    const error = await refusal(call(0));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ code: 'message_limit', type: 'rate_limit_error' });
    expect(error.message).toContain('4 request(s) per 60 minute(s)');
    expect(Number(error.headers?.get('retry-after'))).toBeGreaterThan(0);
    expect(error.headers?.get('x-ratelimit-remaining-requests')).toBe('0');
    expect(engine.sandbox().requests()).toHaveLength(4);
  });

  it.each([
    ['is no JSON', '{"model": ', {}],
    ['has no model', '{"messages": []}', {}],
    ['is long', JSON.stringify({ model: TEST_MODEL, messages: [], note: 'x'.repeat(100_000) }), {}],
    ['comes compressed', gzipSync('{}'), { 'content-encoding': 'gzip' }],
  ])('are refused over the limit, also with a body that %s', async (_what, body, more) => {
    for (let number = 0; number < 4; number += 1) await call(0);
    const url = `${webs[0]!.origin()}/api/v1/chat/completions`;
    const init = jsonPost('', { bearer: owner.value, headers: more });
    const answer = await fetch(url, { ...init, body });
    expect(answer.status).toBe(429);
    expect(await answer.json()).toMatchObject({ error: { code: 'message_limit' } });
  });

  it('are counted even if the body is invalid', async () => {
    const init = jsonPost('{', { bearer: owner.value });
    for (let number = 0; number < 4; number += 1)
      expect((await fetch(`${webs[number % 2]!.origin()}/api/v1/chat/completions`, init)).status).toBe(400);
    expect(await refusal(call(0))).toBeInstanceOf(RateLimitError);
  });

  it('are counted separately from another account’s', async () => {
    for (let number = 0; number < 4; number += 1) await call(0);
    const other = await createKey();
    expect((await call(0, undefined, other.value)).object).toBe('chat.completion');
  });

  it('are accepted uncounted while Redis cannot count', async () => {
    await redis().set(`calls:api:key:${owner.key.id}`, 'not a counter');
    expect((await call(0)).object).toBe('chat.completion');
  });
});

describe('concurrent calls', () => {
  const HELD = '[[sandbox: length=9 gate=held]]';
  const gate = () => sandboxGate(engine.sandbox().url, 'held');

  it('are limited per account over all web processes; refused ones are free', async () => {
    const running = [call(0, HELD), call(1, HELD)];
    await expect.poll(gate().waiting).toBe(2);
    const error = await refusal(call(0, HELD));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ code: 'concurrent' });
    expect(error.headers?.get('retry-after')).toBe('2');
    await gate().open(2);
    await Promise.all(running);
    expect((await call(0)).object).toBe('chat.completion');
    expect(engine.sandbox().requests()).toHaveLength(3);
  });

  it('are counted together, whatever they request', async () => {
    const { responses } = new OpenAI({
      apiKey: owner.value,
      baseURL: `${webs[0]!.origin()}/api/v1`,
      maxRetries: 0,
    });
    const response = (background: boolean) =>
      responses.create({ model: TEST_MODEL, input: HELD, background });
    await response(true);
    const running = [call(0, HELD)];
    await expect.poll(gate().waiting).toBe(2);
    expect(await refusal(response(false))).toMatchObject({ code: 'concurrent' });
    expect(await refusal(call(1, HELD))).toMatchObject({ code: 'concurrent' });
    await gate().open(2);
    await Promise.all(running);
    expect(engine.sandbox().requests()).toHaveLength(2);
  });

  it('of one moment never exceed the limit', async () => {
    const calls = [0, 1, 0, 1].map((web) => call(web, HELD));
    const ended = Promise.allSettled(calls);
    let refused = 0;
    for (const one of calls) one.catch(() => (refused += 1));
    await expect.poll(() => refused).toBe(2);
    await gate().open(2);
    const answers = await ended;
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });
});

describe('a client that exceeds limits again and again', () => {
  it('is locked out for some time, which is recorded', async () => {
    await call(2);
    for (let number = 0; number < 19; number += 1)
      expect(await refusal(call(2))).toBeInstanceOf(RateLimitError);
    expect(await selectRows(AUTOCOMMIT, 'SELECT id FROM users WHERE banned_at IS NOT NULL')).toEqual([]);
    await refusal(call(2));
    await expect
      .poll(() => selectRows(AUTOCOMMIT, "SELECT actor, action FROM audit_entries WHERE action = 'ban'"))
      .toEqual([{ actor: 'system:limits', action: 'ban' }]);
    await expect.poll(() => refusal(call(0))).toBeInstanceOf(PermissionDeniedError);
    const [user] = await selectRows<{ minutes: string }>(
      AUTOCOMMIT,
      'SELECT ROUND(TIMESTAMPDIFF(SECOND, banned_at, banned_until) / 60) AS minutes FROM users WHERE id = ?',
      [owner.userId],
    );
    expect(Number(user?.minutes)).toBe(30);
  });
});
