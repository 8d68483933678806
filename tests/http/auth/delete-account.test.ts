import { describe, expect, it } from 'vitest';
import { createApiKey } from '#app/core/api-keys/lifecycle.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccountWithPassword, PASSWORD } from '#tests/factories/create-account.ts';
import { addKey } from '#tests/factories/create-key.ts';
import { moneyOf } from '#tests/fixtures/ledger-sums.ts';
import { chunksOf, streamCall } from '#tests/fixtures/stream-call.ts';
import { useApiBeside } from '#tests/setup/api.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { PlainBrowser } from '#tests/setup/plain-browser.ts';
import { useWeb } from '#tests/setup/web.ts';

const ACCOUNT = '/settings/account';

useEngine();
const web = useWeb();
/** Another web process, which has no pages. */
const other = useApiBeside();

async function signIn(origin: string, email: string): Promise<PlainBrowser> {
  const browser = new PlainBrowser(origin);
  const { status } = await browser.submit('/login', { email, password: PASSWORD }, '/login');
  expect(status).toBe(302);
  return browser;
}

const deleteBy = (browser: PlainBrowser, password = PASSWORD) =>
  browser.send(ACCOUNT, {
    method: 'POST',
    body: new URLSearchParams({ act: 'delete', current_password: password }),
  });
const keyCall = (origin: string, key: string) =>
  fetch(`${origin}/api/v1/key`, { headers: { authorization: `Bearer ${key}` } });

describe('deleting the account, without scripts', () => {
  it('lists what is deleted and what stays, and requires the password', async () => {
    const { email } = await createAccountWithPassword();
    const browser = await signIn(web.origin(), email);
    const page = await browser.get(ACCOUNT);
    expect(page.body).toContain('Your profile, chats, messages, drafts, API keys and sessions are deleted.');
    expect(page.body).toContain('Credits are non-refundable');
    const [wrong, none] = [await deleteBy(browser, 'wrong password'), await deleteBy(browser, '')];
    expect([wrong.status, wrong.body.includes('This isn’t your current password')]).toEqual([401, true]);
    expect([none.status, none.body.includes('Password is required')]).toEqual([400, true]);
    expect((await browser.get('/api/user')).status).toBe(200);
  });

  it('signs out everywhere, ends keys and running answers, on every web process at once', async () => {
    const { email, userId } = await createAccountWithPassword({ creditMicro: 10_000_000n });
    const { value } = await addKey(userId);
    const origins = [web.origin(), other.origin()];
    const browser = await signIn(web.origin(), email);
    const elsewhere = other.as(userId);
    for (const origin of origins) expect((await keyCall(origin, value)).status).toBe(200);
    const calls = await Promise.all(
      origins.map((origin) => streamCall(origin, value, '[[sandbox: length=60 gate=held hold=20]]')),
    );
    const done = await deleteBy(browser);
    expect([done.status, done.location]).toEqual([302, '/login?notice=deleted']);
    expect(browser.cookies.has('parlance_session')).toBe(false);
    expect((await browser.get('/login?notice=deleted')).body).toContain('Your account has been deleted.');
    expect((await elsewhere('/api/user')).status).toBe(401);
    expect((await keyCall(web.origin(), value)).status).toBe(401);
    await expect.poll(async () => (await keyCall(other.origin(), value)).status).toBe(401);
    // By the end of the key, or by the job that stops the runs, whichever is faster.
    for (const call of calls) {
      const text = await call.whole();
      const code = expect.stringMatching(/^(invalid_api_key|interrupted)$/) as string;
      expect(chunksOf(text).at(-1)).toMatchObject({ error: { code } });
      expect(text).not.toContain('[DONE]');
    }
    // The worker settles the runs, and deletes their content.
    await expect
      .poll(async () => {
        const rows = await selectRows<{ state: string }>(
          AUTOCOMMIT,
          'SELECT DISTINCT state FROM generations WHERE user_id = ?',
          [userId],
        );
        return rows.map(({ state }) => state);
      })
      .toEqual(['stopped']);
    await expect.poll(async () => (await moneyOf(userId)).held).toBe(0n);
    const login = await new PlainBrowser(other.origin()).postJson('/api/auth/login', {
      email,
      password: PASSWORD,
    });
    expect(login.status).toBe(401);
  });

  it('frees the address for a new registration, without any old data', async () => {
    const { email, userId } = await createAccountWithPassword({ creditMicro: 5_000_000n });
    await createApiKey({ userId, name: 'Laptop' });
    expect((await deleteBy(await signIn(web.origin(), email))).status).toBe(302);
    const browser = new PlainBrowser(web.origin());
    const fields = { name: 'Ada Again', email, password: PASSWORD, confirm_password: PASSWORD };
    expect((await browser.submit('/register', fields, '/register')).location).toBe('/chat/new');
    const me = (await browser.get('/api/user')).json();
    expect(me).toMatchObject({ name: 'Ada Again', email, apiKeys: [] });
    expect(me['id']).not.toBe(userId);
  });

  it('handles two clicks at once as one', async () => {
    const { email, userId } = await createAccountWithPassword();
    const browser = await signIn(web.origin(), email);
    const statuses = (await Promise.all([deleteBy(browser), deleteBy(browser)])).map(({ status }) => status);
    expect(statuses).toContain(302);
    const audited = await selectRow(
      AUTOCOMMIT,
      `SELECT COUNT(*) AS entries FROM audit_entries WHERE subject_id = ? AND action = 'delete-account'`,
      [userId],
    );
    expect(audited).toEqual({ entries: '1' });
  });

  it('explains to the last administrator why it is refused', async () => {
    const { email } = await createAccountWithPassword({ role: 'ADMIN' });
    const browser = await signIn(web.origin(), email);
    const refused = await deleteBy(browser);
    expect(refused.status).toBe(409);
    expect(refused.body).toContain('You’re the only administrator.');
    expect((await browser.get('/api/user')).json()).toMatchObject({ role: 'ADMIN' });
  });

  it('is refused for a form of another site', async () => {
    const { email } = await createAccountWithPassword();
    const browser = await signIn(web.origin(), email);
    const refused = await browser.send(ACCOUNT, {
      method: 'POST',
      body: new URLSearchParams({ act: 'delete', current_password: PASSWORD }),
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    });
    expect(refused.status).toBe(403);
    expect((await browser.get('/api/user')).status).toBe(200);
  });
});
