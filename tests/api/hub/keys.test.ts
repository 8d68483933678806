import { beforeEach, describe, expect, it } from 'vitest';
import { startSession } from '#app/core/accounts/sessions/session-lifetime.ts';
import { addSpend } from '#app/core/api-keys/budget.ts';
import { newKeyValue } from '#app/core/api-keys/key-value.ts';
import { revokeApiKey } from '#app/core/api-keys/revocation.ts';
import { redis } from '#app/core/platform/redis.ts';
import { signAccessToken } from '#app/http/session/access-token.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel, TEST_MODEL } from '#tests/factories/create-model.ts';
import { useApiBeside } from '#tests/setup/api.ts';
import { emptyTables } from '#tests/setup/database.ts';

const SANDBOX = {
  SANDBOX: 'true',
  OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
  LIMIT_REVEALS: '3',
  LOG_LEVEL: 'trace',
};
const webs = [useApiBeside(SANDBOX), useApiBeside(SANDBOX)];

type Call = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Answer }>;
type Answer = Record<string, unknown> & { _id: string; value: string; apiKeys: Answer[]; error: Problem };
interface Problem {
  code: string;
  param: string | null;
}

/** A signed-in user, and their calls. */
async function person(): Promise<{ userId: string; call: Call }> {
  const { userId } = await createAccount();
  const sessionId = await startSession(AUTOCOMMIT, { userId, kind: 'api', userAgent: null, address: null });
  const authorization = `Bearer ${await signAccessToken({ userId, sessionId })}`;
  const call: Call = async (method, path, body) => {
    const answer = await fetch(`${webs[0]!.origin()}${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Answer };
  };
  return { userId, call };
}

const withKey = (value: string | null, headers: Record<string, string> = {}, web = webs[0]) =>
  fetch(`${web!.origin()}/api/v1/key`, {
    headers: value === null ? headers : { authorization: `Bearer ${value}`, ...headers },
  });

let userId: string;
let call: Call;
beforeEach(async () => {
  await emptyTables();
  await redis().flushDb();
  await createModel();
  ({ userId, call } = await person());
});

async function newKey(body: Record<string, unknown> = {}) {
  const { status, body: key } = await call('POST', '/api/api-keys', { name: 'Laptop', ...body });
  expect(status).toBe(201);
  return key;
}

describe('/api/api-keys', () => {
  it('creates a key, shows its value once, and lists it masked, with the user too', async () => {
    const caps = { daily: 1_000_000, total: null };
    const key = await newKey({ caps, models: [TEST_MODEL], expiresAt: '2999-01-01T00:00:00Z' });
    expect(key.value).toMatch(/^sk-par-\w{38}$/);
    const { apiKeys } = (await call('GET', '/api/api-keys')).body;
    const masked = `${key.value.slice(0, 11)}…`;
    expect(apiKeys).toEqual([{ ...key, value: masked }]);
    expect(apiKeys[0]).toMatchObject({
      name: 'Laptop',
      state: 'active',
      caps: { daily: 1_000_000, weekly: null, monthly: null, total: null },
      models: [TEST_MODEL],
      expiresAt: '2999-01-01T00:00:00.000Z',
    });
    const { body: user } = await call('GET', '/api/user');
    expect(user.apiKeys).toEqual([{ _id: key._id, name: 'Laptop', value: masked }]);
  });

  it.each([
    [{}, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ name: 'x', caps: { daily: -1 } }, 'caps.daily'],
    [{ name: 'x', caps: { daily: 1.5 } }, 'caps.daily'],
    [{ name: 'x', caps: { daily: '5' } }, 'caps.daily'],
    [{ name: 'x', caps: { monthly: 1e13 } }, 'caps.monthly'],
    [{ name: 'x', caps: { hourly: 1 } }, 'caps.hourly'],
    [{ name: 'x', models: [] }, 'models'],
    [{ name: 'x', models: ['no/such-model'] }, 'models'],
    [{ name: 'x', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ name: 'x', expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ name: 'x', userId: 'somebody' }, 'userId'],
  ])('refuses %j and names the field', async (body, param) => {
    const answer = await call('POST', '/api/api-keys', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'invalid_request', param });
  });

  it('changes, reveals, rotates and revokes', async () => {
    const key = await newKey();
    const at = `/api/api-keys/${key._id}`;
    const changed = await call('PATCH', at, { name: 'Server', disabled: true, caps: { weekly: 5 } });
    expect(changed.body).toMatchObject({ name: 'Server', state: 'disabled', caps: { weekly: 5 } });
    expect(changed.body.value).not.toBe(key.value);
    expect(await call('POST', `${at}/reveal`)).toEqual({ status: 200, body: { value: key.value } });

    const rotated = await call('POST', `${at}/rotate`, { overlapSeconds: 3600 });
    expect(rotated).toMatchObject({ status: 201, body: { name: 'Server', caps: { weekly: 5 } } });
    expect((await call('POST', `${at}/rotate`, {})).status).toBe(409);
    expect((await withKey(rotated.body.value)).status).toBe(200);

    expect((await call('DELETE', at)).status).toBe(204);
    expect((await call('DELETE', at)).status).toBe(404);
    expect((await call('GET', '/api/api-keys')).body.apiKeys.map(({ _id }) => _id)).toEqual([
      rotated.body._id,
    ]);
  });

  it('hides the keys of others', async () => {
    const key = await newKey();
    const stranger = await person();
    const at = `/api/api-keys/${key._id}`;
    const tries = [
      stranger.call('PATCH', at, { name: 'Mine' }),
      stranger.call('POST', `${at}/reveal`),
      stranger.call('POST', `${at}/rotate`, {}),
      stranger.call('DELETE', at),
      stranger.call('DELETE', '/api/api-keys/nonsense'),
    ];
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await stranger.call('GET', '/api/api-keys')).body.apiKeys).toEqual([]);
    expect((await withKey(key.value)).status).toBe(200);
  });

  it('reveals a limited number of times', async () => {
    const { _id } = await newKey();
    const tries = [];
    for (let n = 0; n < 4; n += 1) tries.push((await call('POST', `/api/api-keys/${_id}/reveal`)).status);
    expect(tries).toEqual([200, 200, 200, 429]);
  });

  it('requires a signed-in user, and refuses a hub key instead of one', async () => {
    const { value } = await newKey();
    for (const token of ['nonsense', value]) {
      const headers = { authorization: `Bearer ${token}` };
      expect((await fetch(`${webs[0]!.origin()}/api/api-keys`, { headers })).status).toBe(401);
    }
  });
});

describe('GET /api/v1/key', () => {
  it('describes the key and its remaining amount, to any site', async () => {
    const key = await newKey({ caps: { daily: 100, monthly: 50 }, models: [TEST_MODEL] });
    await transaction((tx) => addSpend(tx, [{ keyId: key._id, chargedMicro: 70n }]));
    const answer = await withKey(key.value, { origin: 'https://elsewhere.example' });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
    expect(await answer.json()).toEqual({
      object: 'key',
      id: key._id,
      name: 'Laptop',
      value: `${key.value.slice(0, 11)}…`,
      caps_micro: { daily: 100, weekly: null, monthly: 50, total: null },
      spent_micro: { daily: 70, weekly: 70, monthly: 70, total: 70 },
      remaining_micro: { daily: 30, weekly: null, monthly: 0, total: null },
      models: [TEST_MODEL],
      expires_at: null,
      created_at: expect.any(String) as string,
      data: expect.objectContaining({ limit: 0.00005, limit_remaining: 0, limit_reset: 'monthly' }) as object,
    });
  });

  it('refuses as OpenAI does, whatever else came with the request', async () => {
    const { call: owner } = await person();
    const { body: gone } = await owner('POST', '/api/api-keys', { name: 'Gone' });
    await owner('DELETE', `/api/api-keys/${gone._id}`);
    for (const token of [null, 'sk-abc', newKeyValue(), gone.value]) {
      const answer = await withKey(token, { cookie: 'parlance_session=anything' });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('x-request-id')).toBeTruthy();
      expect(await answer.json()).toEqual({
        error: {
          message: expect.any(String) as string,
          type: 'invalid_request_error',
          param: null,
          code: 'invalid_api_key',
        },
      });
    }
  });

  it('answers a browser’s preflight and other methods', async () => {
    const url = `${webs[0]!.origin()}/api/v1/key`;
    const headers = {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization, x-stainless-lang',
    };
    const preflight = await fetch(url, { method: 'OPTIONS', headers });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization, x-stainless-lang',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      allow: 'GET, HEAD, OPTIONS',
    });
    const post = await fetch(url, { method: 'POST' });
    expect(post.status).toBe(405);
    expect(Object.keys((await post.json()) as object)).toEqual(['error']);
  });
});

describe('an ended key', () => {
  const statuses = (value: string) =>
    Promise.all(webs.map(async (web) => (await withKey(value, {}, web)).status));

  it('is refused by every process within a second, although no message reaches them', async () => {
    const { _id, value } = await newKey();
    expect(await statuses(value)).toEqual([200, 200]);
    // No process is registered as a listener, so that the announcement reaches none.
    await redis().del('api-keys:watchers');
    await revokeApiKey({ userId, keyId: _id });
    // In use all the time: a use must not keep it valid.
    await expect.poll(() => statuses(value), { interval: 0 }).toEqual([401, 401]);
  });

  it('and a disabled one are refused after a call to one process, and re-enabled', async () => {
    const { _id, value } = await newKey();
    expect(await statuses(value)).toEqual([200, 200]);
    await call('PATCH', `/api/api-keys/${_id}`, { disabled: true });
    expect((await withKey(value)).status, 'the process that changed it').toBe(401);
    await expect.poll(() => statuses(value)).toEqual([401, 401]);
    await call('PATCH', `/api/api-keys/${_id}`, { disabled: false });
    await expect.poll(() => statuses(value)).toEqual([200, 200]);
  });
});

describe('the value of a key', () => {
  it('is in no log and in no table', async () => {
    const key = await newKey();
    const secret = key.value.slice(11);
    await withKey(key.value);
    await withKey(`${key.value.slice(0, -1)}!`);
    await call('POST', `/api/api-keys/${key._id}/reveal`);
    await call('POST', '/api/api-keys', { name: 5, value: key.value });
    const tables = ['api_keys', 'api_key_spend', 'audit_entries', 'sessions'];
    const rows = await Promise.all(tables.map((table) => selectRows(AUTOCOMMIT, `SELECT * FROM ${table}`)));
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(rows)).toContain(key._id);
    const logs = webs.map((web) => web.output()).join('');
    expect(logs, 'every request is logged').toContain('/api/v1/key');
    expect(logs).not.toContain(secret);
  });
});
