import type { LoaderFunctionArgs } from '@remix-run/node';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { jsonOf } from '#tests/fixtures/read-answer.ts';
import { apiRoute, endpoint } from './api-route.ts';
import type { Answer } from '#app/http/response/written-response.ts';

const body = z.object({ name: z.string(), nested: z.object({ size: z.number().int() }).optional() });

const route = apiRoute({
  GET: endpoint(
    { auth: 'none', query: z.object({ page: z.coerce.number().int().default(1) }) },
    ({ query }) => query,
  ),
  POST: endpoint({ auth: 'none', body, maxBytes: 100 }, ({ body }) => body),
  DELETE: endpoint({ auth: 'none', params: z.object({ id: z.uuid() }) }, () => undefined),
  PUT: endpoint({ auth: 'none' }, () => {
    throw new AppError('too_many_tries', { message: 'Slowly', retryAfterSeconds: 1.2 });
  }),
  PATCH: endpoint({ auth: 'none' }, () => {
    throw new Error('the password is swordfish');
  }),
});

function call(
  method: string,
  {
    url = '/api/things',
    text,
    headers = {},
    params = {},
  }: {
    url?: string;
    text?: string | Buffer<ArrayBuffer>;
    headers?: Record<string, string>;
    params?: Record<string, string>;
  } = {},
) {
  const request = new Request(`http://own.test${url}`, {
    method,
    headers: text === undefined ? headers : { 'content-type': 'application/json', ...headers },
    ...(text === undefined ? {} : { body: text }),
  });
  const context = { requestId: 'request-1', closed: new AbortController().signal };
  return route.action({ request, params, context } as unknown as LoaderFunctionArgs);
}

async function errorOf(answer: Answer) {
  const { message, error } = (await jsonOf(answer)) as {
    message: string;
    error: { code: string; param: string | null; message: string };
  };
  expect(error.message).toBe(message);
  return { status: answer.status, code: error.code, param: error.param, message };
}

describe('a JSON route', () => {
  it('passes validated values to its handler and answers with JSON', async () => {
    const answer = await call('POST', { text: '{"name":"a","other":1}' });
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await jsonOf(answer)).toEqual({ name: 'a' });
    expect(await jsonOf(await call('GET', { url: '/api/things?page=3' }))).toEqual({ page: 3 });
    expect((await call('HEAD')).status).toBe(200);
  });

  it.each([
    ['{"name": 1}', 'name'],
    ['{}', 'name'],
    ['{"name":"a","nested":{"size":1.5}}', 'nested.size'],
  ])('names the wrong field of %s', async (text, param) => {
    expect(await errorOf(await call('POST', { text }))).toMatchObject({
      status: 400,
      code: 'invalid_request',
      param,
    });
  });

  it.each([
    ['{"name": "a",\n  "b" 3}', 'line 2, column 7'],
    ['{"name": "secr', 'line 1, column 15'],
    ['{"name": [}, "text": "long"}', 'line 1, column 11'],
    ['{"name": tru,\n"text": 1}', 'line 1, column 13'],
    ['[1,,\n2]', 'line 1, column 4'],
    ['nothing', 'line 1, column 2'],
    ['', 'line 1, column 1'],
  ])('reports the position of the error in %j, without quoting the body', async (text, place) => {
    const error = await errorOf(await call('POST', { text }));
    expect(error).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(error.message).toBe(`The body is not valid JSON: ${place}.`);
  });

  it('refuses bytes that are not UTF-8 text', async () => {
    const answer = await call('POST', { text: Buffer.from([0x7b, 0xff, 0x7d]) });
    expect((await errorOf(answer)).message).toMatch(/UTF-8/);
  });

  it('refuses other content types and encodings', async () => {
    const types: Record<string, string>[] = [
      { 'content-type': 'text/plain' },
      { 'content-encoding': 'zstd' },
    ];
    for (const headers of types) expect((await call('POST', { text: '{}', headers })).status).toBe(415);
  });

  it('refuses a body over the limit, with or without a content-length', async () => {
    expect((await call('POST', { text: `"${'x'.repeat(100)}"` })).status).toBe(413);
    expect((await call('POST', { text: '{}', headers: { 'content-length': '101' } })).status).toBe(413);
  });

  it('lists the allowed methods', async () => {
    const single = apiRoute({ GET: endpoint({ auth: 'none' }, () => ({})) });
    const request = new Request('http://own.test/api/x', { method: 'DELETE' });
    const answer = await single.action({ request, params: {}, context: {} } as unknown as LoaderFunctionArgs);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });

  it('answers 404 if a path parameter does not fit its schema, and 204 without a result', async () => {
    expect((await call('DELETE', { params: { id: 'x' } })).status).toBe(404);
    const id = '0198c0de-0000-7000-8000-000000000000';
    expect((await call('DELETE', { params: { id } })).status).toBe(204);
  });

  it('answers with the time to wait before a retry', async () => {
    const answer = await call('PUT');
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await errorOf(answer)).toMatchObject({ status: 429, message: 'Slowly' });
  });

  it('hides the details of an unexpected error', async () => {
    const error = await errorOf(await call('PATCH'));
    expect(error).toMatchObject({ status: 500, code: 'internal' });
    expect(JSON.stringify(error)).not.toContain('swordfish');
  });
});
