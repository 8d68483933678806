import { describe, expect, it } from 'vitest';
import { saveDraft } from '#app/core/conversations/drafts.ts';
import { newId } from '#app/core/platform/ids.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { createAccountWithPassword, PASSWORD } from '#tests/factories/create-account.ts';
import { addKey } from '#tests/factories/create-key.ts';
import { TEST_MODEL } from '#tests/factories/create-model.ts';
import { insertRow } from '#tests/factories/insert-row.ts';
import { useEngine } from '#tests/setup/engine.ts';
import { PlainBrowser, type PlainAnswer } from '#tests/setup/plain-browser.ts';
import { useWeb } from '#tests/setup/web.ts';

const PAGE = '/settings/data';
const DATA = '/api/user/data';

useEngine();
const web = useWeb();

async function signIn(email: string): Promise<PlainBrowser> {
  const browser = new PlainBrowser(web.origin());
  const { status } = await browser.submit('/login', { email, password: PASSWORD }, '/login');
  expect(status).toBe(302);
  return browser;
}

const confirm = (browser: PlainBrowser, password = PASSWORD): Promise<PlainAnswer> =>
  browser.send(PAGE, {
    method: 'POST',
    body: new URLSearchParams({ act: 'download', current_password: password }),
  });

interface Data {
  profile: Record<string, unknown>;
  settings: Record<string, unknown>;
  balanceMicro: string;
  sessions: Record<string, unknown>[];
  apiKeys: Record<string, unknown>[];
  conversations: { id: string; title: string; messages: Record<string, unknown>[] }[];
  drafts: Record<string, unknown>[];
  ledgerEntries: Record<string, unknown>[];
  purchases: Record<string, unknown>[];
  calls: Record<string, unknown>[];
  isComplete: boolean;
}

async function dataOf(browser: PlainBrowser): Promise<Data> {
  const confirmed = await confirm(browser);
  expect([confirmed.status, confirmed.location]).toEqual([303, DATA]);
  const answer = await browser.get(DATA);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="account-data-\d{4}-\d\d-\d\d\.json"$/,
  );
  expect(answer.headers.get('cache-control')).toContain('no-store');
  return answer.json<Data & Record<string, unknown>>();
}

/** A user with data of every kind. @param word is part of all their texts */
async function person(word: string) {
  const { userId, email, accountId } = await createAccountWithPassword({
    name: `Ada ${word}`,
    creditMicro: 5_000_000n,
  });
  const browser = await signIn(email);
  const { keyId, value } = await addKey(userId, { name: `${word} laptop` });
  const { token } = (
    await new PlainBrowser(web.origin()).postJson('/api/auth/login', { email, password: PASSWORD })
  ).json<{ token: string }>();
  const bearer = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ask = (body: object) =>
    fetch(`${web.origin()}/api/ask/openAI`, {
      method: 'POST',
      headers: bearer,
      body: JSON.stringify({ model: TEST_MODEL, ...body }),
    });
  const said = await (await ask({ text: `What of ${word}? [[sandbox: text="An island" pace=0]]` })).text();
  const conversationId = /"conversationId":"([0-9a-f-]{36})"/.exec(said)?.[1] ?? '';
  await (await ask({ conversationId, text: `Another branch of ${word}` })).text();
  const called = await fetch(`${web.origin()}/api/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${value}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: TEST_MODEL, messages: [{ role: 'user', content: word }] }),
  });
  expect(called.status).toBe(200);
  await called.text();
  await saveDraft(AUTOCOMMIT, { userId, conversationKey: 'new' }, `Not sent: ${word}`);
  await insertRow('purchases', {
    id: newId(),
    account_id: accountId,
    provider: 'stripe',
    payment_id: `pi_${word}`,
    state: 'paid',
    currency: 'usd',
    paid_micro: 10_000_000,
    credited_micro: 9_050_000,
    email,
    created_at: new Date(),
  });
  return { userId, email, browser, keyId, value, token, conversationId };
}

describe('the download of a user’s data', () => {
  it('contains all data of a user with data of every kind, and none of other users', async () => {
    const [own, other] = [await person('zanzibar'), await person('madagascar')];
    const data = await dataOf(own.browser);
    expect(data.profile).toMatchObject({
      id: own.userId,
      email: own.email,
      name: 'Ada zanzibar',
      role: 'USER',
    });
    expect(data.settings).toMatchObject({ theme: 'system', language: 'auto', defaultModel: null });
    expect(data.sessions.map(({ kind }) => String(kind)).toSorted()).toEqual(['api', 'browser']);
    expect(data.apiKeys).toMatchObject([{ id: own.keyId, name: 'zanzibar laptop', state: 'active' }]);
    expect(data.conversations).toHaveLength(1);
    const [conversation] = data.conversations;
    expect(conversation!.id).toBe(own.conversationId);
    expect(conversation!.messages.map(({ isCreatedByUser, text }) => [isCreatedByUser, text])).toEqual([
      [true, expect.stringContaining('What of zanzibar?')],
      [false, 'An island'],
      [true, 'Another branch of zanzibar'],
      [false, expect.any(String)],
    ]);
    expect(data.drafts).toMatchObject([{ conversationKey: 'new', text: 'Not sent: zanzibar' }]);
    const sum = data.ledgerEntries.reduce(
      (total, { amountMicro }) => total + BigInt(String(amountMicro)),
      0n,
    );
    expect(String(sum)).toBe(data.balanceMicro);
    expect(data.ledgerEntries.map(({ kind }) => kind)).toEqual(['charge', 'charge', 'charge', 'signup']);
    expect(data.purchases).toMatchObject([
      { paymentId: 'pi_zanzibar', paidMicro: '10000000', email: own.email },
    ]);
    expect(data.calls).toHaveLength(3);
    for (const call of data.calls)
      expect(call).toMatchObject({
        model: TEST_MODEL,
        provider: 'sandbox',
        state: 'done',
        usage: { promptTokens: expect.any(Number) as number },
        attempts: [{ answered: true }],
      });
    expect(data.isComplete).toBe(true);
    const text = JSON.stringify(data);
    for (const foreign of ['madagascar', other.userId, other.email, other.keyId])
      expect(text).not.toContain(foreign);
    for (const secret of [own.value, own.token, PASSWORD, 'argon2', 'sealed'])
      expect(text).not.toContain(secret);
    const hashes = await selectRow<{ value_hash: string }>(
      AUTOCOMMIT,
      'SELECT value_hash FROM api_keys WHERE id = ?',
      [own.keyId],
    );
    expect(text).not.toContain(hashes!.value_hash);
  });

  it('deletes nothing, and is recorded in the audit', async () => {
    const { email, userId } = await createAccountWithPassword();
    const browser = await signIn(email);
    const first = await dataOf(browser);
    expect(await dataOf(browser)).toEqual({ ...first, createdAt: expect.any(String) as string });
    const acts = await selectRows(
      AUTOCOMMIT,
      "SELECT actor FROM audit_entries WHERE subject_id = ? AND action = 'download-data'",
      [userId],
    );
    expect(acts).toEqual([{ actor: `user:${userId}` }, { actor: `user:${userId}` }]);
  });

  it('requires the password a moment ago, in this very session', async () => {
    const { email } = await createAccountWithPassword();
    const [browser, second] = [await signIn(email), await signIn(email)];
    expect((await browser.get(DATA)).status, 'without').toBe(403);
    expect((await new PlainBrowser(web.origin()).get(DATA)).status, 'a visitor').toBe(401);
    const [wrong, none] = [await confirm(browser, 'wrong password'), await confirm(browser, '')];
    expect([wrong.status, wrong.body.includes('This isn’t your current password')]).toEqual([401, true]);
    expect([none.status, none.body.includes('Password is required')]).toEqual([400, true]);
    expect((await confirm(browser)).status).toBe(303);
    const cookie = browser.cookies.get('parlance_download')!;
    expect(cookie.attributes).toMatch(/HttpOnly/i);
    expect(cookie.path).toBe(DATA);
    second.cookies.set('parlance_download', cookie);
    expect((await second.get(DATA)).status, 'of another session').toBe(403);
    const forged = { ...cookie, value: `${cookie.value.slice(0, -3)}abc` };
    browser.cookies.set('parlance_download', forged);
    expect((await browser.get(DATA)).status, 'forged').toBe(403);
    browser.cookies.set('parlance_download', cookie);
    for (let time = 0; time < 3; time += 1) expect((await browser.get(DATA)).status).toBe(200);
    expect((await browser.get(DATA)).status, 'once too often').toBe(429);
  });

  it('is limited per hour, and the page says so', async () => {
    const { email } = await createAccountWithPassword();
    const browser = await signIn(email);
    for (let time = 0; time < 5; time += 1) expect((await confirm(browser)).status).toBe(303);
    const refused = await confirm(browser);
    expect(refused.status).toBe(429);
    expect(refused.body).toContain('Download your data');
  });
});
