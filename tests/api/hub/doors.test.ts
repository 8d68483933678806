import OpenAI, { NotFoundError } from 'openai';
import { beforeEach, describe, expect, it } from 'vitest';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { jsonPost } from '#tests/fixtures/json-post.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { useApi } from '#tests/setup/api.ts';

const engine = useEngine();
const api = useApi();

let value: string;
beforeEach(async () => {
  ({ value } = await createKey());
});

const at = (path: string, init?: RequestInit) => fetch(api.origin() + path, init);
const withKey = (headers: Record<string, string>, path = '/api/v1/key') => at(path, { headers });
const HELLO = { model: TEST_MODEL, messages: [{ role: 'user' as const, content: '[[sandbox: text="Hi"]]' }] };
const post = (body: object, headers: Record<string, string> = {}) =>
  jsonPost(body, { bearer: value, headers });

/** An error as OpenAI's clients read it, with the headers of every answer of the public API. */
async function expectHubError(answer: Response, status: number, code: string): Promise<void> {
  expect({ status: answer.status, url: answer.url }).toEqual({ status, url: answer.url });
  expect(await answer.json()).toEqual({
    error: {
      message: expect.any(String) as string,
      type: expect.any(String) as string,
      param: null,
      code,
    },
  });
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('x-request-id')).toBeTruthy();
  expect(answer.headers.get('x-should-retry')).toBe('false');
}

describe('the key of a call', () => {
  it.each(['authorization', 'x-api-key', 'api-key'])('is accepted as %s', async (name) => {
    const answer = await withKey({ [name]: name === 'authorization' ? `Bearer ${value}` : value });
    expect(answer.status).toBe(200);
  });

  it('may be sent twice, and is refused if the two differ', async () => {
    const bearer = { authorization: `Bearer ${value}` };
    expect((await withKey({ ...bearer, 'x-api-key': value })).status).toBe(200);
    const other = await createKey();
    for (const name of ['x-api-key', 'api-key']) {
      const refused = await withKey({ ...bearer, [name]: other.value });
      await expectHubError(refused, 401, 'invalid_api_key');
    }
  });

  it('may be sent beside a login of a proxy', async () => {
    expect((await withKey({ authorization: 'Basic cHJveHk6cHJveHk=', 'api-key': value })).status).toBe(200);
    await expectHubError(await withKey({ authorization: 'Basic cHJveHk6cHJveHk=' }), 401, 'invalid_api_key');
  });
});

describe('/v1', () => {
  it('is the public API for a client with a bare host', async () => {
    const client = new OpenAI({ apiKey: value, baseURL: `${api.origin()}/v1`, maxRetries: 0 });
    expect((await client.models.list()).data.map(({ id }) => id)).toContain(TEST_MODEL);
    expect((await client.models.retrieve(TEST_MODEL)).id).toBe(TEST_MODEL);
    const stream = await client.chat.completions.create({ ...HELLO, stream: true });
    let said = '';
    for await (const { choices } of stream) said += choices[0]?.delta.content ?? '';
    expect(said).toBe('Hi');
    expect(await client.get('/responses/none').catch((error: unknown) => error)).toBeInstanceOf(
      NotFoundError,
    );
  });

  it.each(['//v1/models', '/v1//models', '//api//v1///models'])('is meant by %s', async (path) => {
    const answer = await at(`${path}?a=//b`, { headers: { authorization: `Bearer ${value}` } });
    expect(answer.status).toBe(200);
    const { data } = (await answer.json()) as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).toContain(TEST_MODEL);
  });

  it('accepts a call with two slashes', async () => {
    const answer = await at('/v1//chat/completions', post(HELLO));
    expect(await answer.json()).toMatchObject({ choices: [{ message: { content: 'Hi' } }] });
  });

  it('repeats a call that was made under the other name', async () => {
    const init = post(HELLO, { 'idempotency-key': 'one-and-the-same' });
    const first = (await (await at('/api/v1/chat/completions', init)).json()) as { id: string };
    expect(await (await at('/v1/chat/completions', init)).json()).toMatchObject({ id: first.id });
    expect(engine.sandbox().requests()).toHaveLength(1);
  });
});

describe.each(['/v1', '/api/v1'])('a wrong request below %s', (base) => {
  it.each(['', '/', '/nothing', '/chat', '/chat/completions/none', '/%E0%A4%A', '/models%00'])(
    'answers 404 at “%s”, whatever the method',
    async (path) => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const answer = await at(base + path, { method });
        expect(answer.headers.get('content-type')).toBe('application/json');
        await expectHubError(answer, 404, 'not_found');
      }
    },
  );

  it('answers 405 to an unsupported method, with the allowed ones', async () => {
    const answer = await at(`${base}/chat/completions`, { method: 'PUT' });
    await expectHubError(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
  });

  it('lets a browser on any site send any request', async () => {
    for (const path of ['/key', '/chat/completions', '/nothing', '/models/a/b/endpoints']) {
      const asked = 'authorization, x-api-key, api-key, x-stainless-lang';
      const headers = { 'access-control-request-method': 'DELETE', 'access-control-request-headers': asked };
      const preflight = await at(base + path, { method: 'OPTIONS', headers });
      expect(preflight.status).toBe(204);
      expect(Object.fromEntries(preflight.headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': asked,
        'access-control-allow-methods': expect.stringContaining('DELETE') as string,
      });
    }
    const plain = await at(`${base}/key`, { method: 'OPTIONS' });
    expect(plain.headers.get('access-control-allow-headers')).toMatch(/authorization.*x-api-key.*api-key/);
  });
});

describe('a script of another site', () => {
  it('may read every header of ours', async () => {
    const answers = [
      await at('/api/v1/chat/completions', post({ ...HELLO, user: 'me', max_tokens: 2 })),
      await at('/api/v1/chat/completions', post({ ...HELLO, model: 'nobody/knows' })),
      await at('/api/v1/nothing'),
    ];
    for (const { headers } of answers) {
      const exposed = headers.get('access-control-expose-headers')?.split(', ') ?? [];
      const ours = [...headers.keys()].filter((name) =>
        /^x-(?!content-type|powered)|^retry-after/.test(name),
      );
      expect(ours.length).toBeGreaterThan(0);
      expect(exposed).toEqual(expect.arrayContaining(ours));
      expect(exposed).toEqual(
        expect.arrayContaining(['x-request-id', 'retry-after', 'x-ratelimit-reset-requests']),
      );
    }
  });
});
