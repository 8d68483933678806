import { describe, expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '#scripts/launch/free-port.mjs';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccountWithPassword, PASSWORD } from '#tests/factories/create-account.ts';
import { createKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { chunksOf, wordsOf } from '#tests/fixtures/stream-call.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { startWebProcess } from '#tests/setup/web-process.ts';
import { openFailingServer, type FailingServer } from './failing-server.ts';
import { NAME, startProxy, type PROGRAMS } from './proxy-process.ts';
import { CLIENT_ADDRESS, secureClient } from './secure-client.ts';

const engine = useEngine();

/** The largest body of a call, in bytes. */
const BODY_MAX = 20 * 1024 * 1024;
const AS_CALL = '/v1/chat/completions';

type ProxyName = keyof typeof PROGRAMS;

/** A proxy in front of one web process, which trusts it. @param before that it tries first, or as often */
async function openStage(name: ProxyName, before: number, change?: (sample: string) => string) {
  const web = await startWebProcess({ APP_URL: `https://${NAME}`, TRUST_PROXY: '1' });
  onTestFinished(() => web.stop('SIGKILL'));
  const proxy = await startProxy(name, [before, Number(new URL(web.origin).port)], change);
  onTestFinished(proxy.close);
  return secureClient(proxy);
}

async function openTrap(): Promise<FailingServer> {
  const trap = await openFailingServer();
  onTestFinished(trap.close);
  return trap;
}

/** Headers and body of a call of the public API. */
function callOf(key: string, content: string, more: object = {}) {
  return {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: TEST_MODEL, messages: [{ role: 'user', content }], ...more }),
  };
}

describe.each<ProxyName>(['nginx', 'caddy'])('with %s and its sample file', (name) => {
  it('a stream arrives event by event, also while another web process is away', async () => {
    const { send } = await openStage(name, await findFreePort());
    const { value } = await createKey();
    const gate = sandboxGate(engine.sandbox().url, name);
    const words = `[[sandbox: text="one two three four five six" gate=${name} hold=2]]`;
    const answer = await send(AS_CALL, callOf(value, words, { stream: true }));
    expect([answer.status, answer.message.headers['content-type']]).toEqual([
      200,
      expect.stringContaining('text/event-stream'),
    ]);
    let text = '';
    answer.message.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    // The provider has not continued: it waits at the gate.
    await expect.poll(() => wordsOf(text)).toBe('one two');
    await gate.open();
    await expect.poll(() => text).toContain('[DONE]');
    expect(wordsOf(text)).toBe('one two three four five six');
    expect(chunksOf(text).length).toBeGreaterThan(2);
  });

  it('accepts the largest body, and the application reports the limit for a larger one', async () => {
    const { send } = await openStage(name, await findFreePort());
    const { value } = await createKey();
    const call = callOf(value, '[[sandbox: text="All of it"]]');
    const largest = await send(AS_CALL, { ...call, body: call.body.padEnd(BODY_MAX) });
    expect([largest.status, await largest.text()]).toEqual([200, expect.stringContaining('All of it')]);
    const larger = await send(AS_CALL, { ...call, body: call.body.padEnd(BODY_MAX + 1) });
    expect([larger.status, JSON.parse(await larger.text())]).toEqual([
      413,
      {
        error: {
          code: 'payload_too_large',
          type: 'invalid_request_error',
          param: null,
          message: `The body may have at most ${BODY_MAX} bytes.`,
        },
      },
    ]);
  });

  it('signs a user in with secure cookies, from the address of the client', async () => {
    const { send, origin } = await openStage(name, await findFreePort());
    const { email } = await createAccountWithPassword();
    const form = new URLSearchParams({ email, password: PASSWORD }).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const login = await send('/login', { method: 'POST', body: form, headers: { ...type, origin } });
    expect(login.status).toBe(302);
    const cookies = login.message.headers['set-cookie'] ?? [];
    expect(cookies.join()).toMatch(/parlance_session=[^;]+;.*Secure/);
    const cookie = cookies.map((line) => line.split(';', 1)[0]).join('; ');
    const page = await send('/settings/account', {
      headers: { cookie, 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '203.0.113.8' },
    });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(CLIENT_ADDRESS);
    const sessions = await selectRows(AUTOCOMMIT, 'SELECT address FROM sessions');
    expect(sessions).toEqual([{ address: CLIENT_ADDRESS }]);
  });

  it('forwards the client’s address, and no forwarding headers of the client', async () => {
    const trap = await openTrap();
    const proxy = await startProxy(name, [trap.port, trap.port]);
    onTestFinished(proxy.close);
    const { send } = secureClient(proxy);
    const forged = {
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-port': '1',
      'x-real-ip': '203.0.113.8',
      forwarded: 'for=203.0.113.9',
    };
    const answer = await send(trap.headersPath, { headers: forged });
    const received = JSON.parse(await answer.text()) as Record<string, string>;
    const host = `${NAME}:${proxy.port}`;
    expect(received).toMatchObject({
      host,
      'x-forwarded-for': CLIENT_ADDRESS,
      'x-forwarded-proto': 'https',
      'x-forwarded-host': host,
    });
    for (const header of ['x-forwarded-port', 'x-real-ip', 'forwarded'])
      expect(received).not.toHaveProperty(header);
  });

  it('never sends a call twice, and hides the metrics', async () => {
    const trap = await openTrap();
    const { send } = await openStage(name, trap.port);
    const { value } = await createKey();
    const statuses: number[] = [];
    while (trap.calls.POST === 0 && statuses.length < 30)
      statuses.push((await send(AS_CALL, callOf(value, 'Hello'))).status);
    expect(trap.calls.POST).toBe(1);
    // The last one reached the failing server, and its client decides whether to retry.
    const whole = statuses.slice(0, -1);
    expect([statuses.at(-1), new Set(whole)]).toEqual([502, new Set(whole.length > 0 ? [200] : [])]);
    expect(await selectRows(AUTOCOMMIT, 'SELECT id FROM generations')).toHaveLength(whole.length);
    for (let tries = 0; trap.calls.GET === 0 && tries < 30; tries += 1) {
      const models = await send('/v1/models', { headers: { authorization: `Bearer ${value}` } });
      expect(models.status).toBe(200);
    }
    expect(trap.calls.GET).toBeGreaterThan(0);
    const hidden = ['/metrics', '/METRICS/', '//metrics', '/%6Detrics?x=1'];
    const answers = await Promise.all(hidden.map((path) => send(path)));
    expect(answers.map(({ status }) => status)).toEqual(hidden.map(() => 404));
    expect(trap.paths.filter((path) => /etrics/i.test(path))).toEqual([]);
  });
});

it('nginx refuses a body beyond all forms in the form of the API', async () => {
  const { send } = await openStage('nginx', await findFreePort());
  const answer = await send(AS_CALL, { method: 'POST', headers: { 'content-length': '300000000' } });
  expect([answer.status, JSON.parse(await answer.text())]).toEqual([
    413,
    { error: expect.objectContaining({ code: 'payload_too_large' }) },
  ]);
});

it('an answer lost by a proxy with a short timeout is made once, and available by its Idempotency-Key', async () => {
  const shorten = (sample: string) => sample.replace(/proxy_read_timeout \d+s/, 'proxy_read_timeout 1s');
  const { send } = await openStage('nginx', await findFreePort(), shorten);
  const { value } = await createKey();
  const call = callOf(value, '[[sandbox: text="Worth waiting for" gate=late]]');
  const named = { ...call, headers: { ...call.headers, 'idempotency-key': 'order 4711' } };
  const lost = await send(AS_CALL, named);
  expect([lost.status, JSON.parse(await lost.text())]).toEqual([
    504,
    { error: expect.objectContaining({ message: expect.stringContaining('Idempotency-Key') }) },
  ]);
  await sandboxGate(engine.sandbox().url, 'late').open();
  const ends = () => selectRows(AUTOCOMMIT, 'SELECT state FROM generations');
  await expect.poll(ends).toEqual([{ state: 'done' }]);
  const again = await send(AS_CALL, named);
  expect([again.status, again.message.headers['idempotent-replayed']]).toEqual([200, 'true']);
  expect(await again.text()).toContain('Worth waiting for');
  expect(await ends()).toHaveLength(1);
});
