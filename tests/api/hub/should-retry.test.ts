import OpenAI from 'openai';
import { beforeEach, describe, expect, it } from 'vitest';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import { useApi, useApiBeside } from '#tests/setup/api.ts';

const engine = useEngine();
const api = useApi();

// The default run has it in clients/openai.test.ts.
const limited = IS_FULL ? [useApiBeside({ LIMIT_API_CALLS_KEY: '1', LIMIT_API_WINDOW: '3600' })] : [];

let owner: Awaited<ReturnType<typeof createKey>>;
beforeEach(async () => {
  owner = await createKey();
});

const PICTURE = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };

interface Try {
  content?: string;
  fields?: object;
  key?: string;
  origin?: string;
  stream?: boolean;
}

/**
 * Tells the client to pause for 1 ms before its next retry; the full run waits for the client's own back-off.
 */
function withoutPause({ body, status, headers }: Response): Response {
  return new Response(body, { status, headers: { ...Object.fromEntries(headers), 'retry-after-ms': '1' } });
}

/** Calls by OpenAI's client, which retries up to twice by itself, and counts its tries. */
async function ask({ content = 'Hi', fields = {}, key = owner.value, origin = api.origin(), stream }: Try) {
  let tries = 0;
  const headers: Headers[] = [];
  const client = new OpenAI({
    apiKey: key,
    baseURL: `${origin}/api/v1`,
    maxRetries: 2,
    fetch: async (...request) => {
      tries += 1;
      const answer = await fetch(...request);
      headers.push(answer.headers);
      return IS_FULL ? answer : withoutPause(answer);
    },
  });
  const params = { model: TEST_MODEL, messages: [{ role: 'user' as const, content }], ...fields, stream };
  const thrown: unknown = await client.chat.completions.create(params).then(
    () => null,
    (error: unknown) => error,
  );
  const advice = headers.at(-1)?.get('x-should-retry');
  return { status: (thrown as { status?: number } | null)?.status, tries, advice };
}

describe.each([false, true])('a client that retries by itself (streamed: %s)', (stream) => {
  it.each<[string, Try, number]>([
    ['a wrong field', { fields: { temperature: 9 } }, 400],
    ['a wrong key', { key: 'sk-par-wrong' }, 401],
    ['an unknown model', { fields: { model: 'nobody/knows' } }, 404],
    ['a picture for the blind', { fields: { messages: [{ role: 'user', content: [PICTURE] }] } }, 422],
    ['a refused prompt', { content: '[[sandbox: fault=filter]]' }, 400],
    ['our key refused by the provider', { content: '[[sandbox: fault=401]]' }, 502],
    ['our account empty at the provider', { content: '[[sandbox: fault=quota]]' }, 502],
  ])('calls once: %s', async (_, given, status) => {
    expect(await ask({ ...given, stream })).toEqual({ status, tries: 1, advice: 'false' });
  });

  it('calls once if money is missing, or the cap of the key is reached', async () => {
    const poor = await createKey({ creditMicro: 0n });
    const capped = await createKey({ caps: { total: 1n } });
    expect(await ask({ key: poor.value, stream })).toEqual({ status: 402, tries: 1, advice: 'false' });
    expect(await ask({ key: capped.value, stream })).toEqual({ status: 403, tries: 1, advice: 'false' });
  });

  it('retries if the provider was away', async () => {
    const away = await ask({ content: '[[sandbox: fault=503]]', stream });
    expect(away).toEqual({ status: 502, tries: 3, advice: 'true' });
    const back = await ask({ content: `[[sandbox: fault=503 times=2 text="${stream}"]]`, stream });
    expect(back).toMatchObject({ status: undefined, tries: 2 });
  });

  it.each(limited)('is not told to wait for longer than it does', async (server) => {
    const origin = server.origin();
    await ask({ origin, stream, fields: { temperature: 9 } });
    expect(await ask({ origin, stream })).toEqual({ status: 429, tries: 1, advice: 'false' });
  });
});

it('calls once if money was spent on an answer that was not complete', async () => {
  const broken = await ask({ content: '[[sandbox: length=40 fault=no-finish after=10]]' });
  expect(broken).toMatchObject({ status: 502, tries: 1, advice: 'false' });
  // The second is ours, to continue the answer.
  expect(engine.sandbox().requests()).toHaveLength(2);
});

it('calls once if no price is known', async () => {
  await change(AUTOCOMMIT, 'UPDATE offer_prices SET valid_from = NOW(3) + INTERVAL 1 DAY', []);
  await expect.poll(async () => (await ask({})).status).toBe(503);
  expect(await ask({})).toEqual({ status: 503, tries: 1, advice: 'false' });
});
