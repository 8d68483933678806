import { beforeEach, describe, expect, it } from 'vitest';
import { readAudit } from '#app/core/accounts/audit.ts';
import { readBalance } from '#app/core/ledger/balances.ts';
import { applyEvent } from '#app/core/payments/event-effects.ts';
import { readStripeEvent } from '#app/core/payments/stripe/events.ts';
import { newId } from '#app/core/platform/ids.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { newCardPayment, sessionObject, stripeEvent } from '#app/sandbox/payments/stripe-wire.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { insertRow } from '#tests/factories/insert-row.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { useWeb } from '#tests/setup/web.ts';

const web = useWeb();
let admin: { userId: string };
let user: { userId: string; email: string };

beforeEach(async () => {
  await emptyTables();
  admin = await createAccount({ role: 'ADMIN' });
  user = await createAccount();
});

async function post(path: string, fields: Record<string, string>, by = admin.userId) {
  const answer = await web.as(by)(path, { method: 'POST', body: new URLSearchParams(fields) });
  const html = (await answer.text()).replaceAll(/<script\b[\s\S]*?<\/script>/g, '');
  const toast = decodeURIComponent(/toast=([^;]*)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '');
  return { status: answer.status, html, toast };
}

const get = async (path: string) =>
  (await (await web.as(admin.userId)(path)).text()).replaceAll(/<script\b[\s\S]*?<\/script>/g, '');
const onUser = (fields: Record<string, string>) => post(`/admin/users/${user.userId}`, fields);
const balance = async () => (await readBalance(AUTOCOMMIT, user.userId)).balanceMicro;
const trail = async () => {
  const { entries } = await readAudit(AUTOCOMMIT, { person: null, action: null, before: null });
  expect(entries.every(({ actor }) => actor === `user:${admin.userId}`)).toBe(true);
  return entries.map(({ action, subjectId, detail }) => ({ action, subjectId, detail })).reverse();
};

describe('the page of a user', () => {
  it('gives credit once per form, however often it is sent', async () => {
    const form = { act: 'grant', amount: '2.50', reason: 'support case 7', grantId: newId() };
    const both = await Promise.all([onUser(form), onUser(form)]);
    expect(both.map(({ status }) => status)).toEqual([302, 302]);
    const told = both.map(({ toast }) => /admin:done\.\w+/.exec(toast)?.[0] ?? toast);
    expect(told.sort()).toEqual(['admin:done.granted', 'admin:done.grantedBefore']);
    expect(await balance()).toBe(2_500_000n);
    const reference = `grant:${form.grantId}`;
    const detail = { amountMicro: '2500000', reference, reason: 'support case 7' };
    expect(await trail()).toEqual([{ action: 'grant', subjectId: user.userId, detail }]);
  });

  it.each([
    [{ amount: '10000.01' }, 'up to $10,000.00'],
    [{ amount: '0' }, 'up to $10,000.00'],
    [{ amount: '-5' }, 'up to $10,000.00'],
    [{ amount: '' }, 'up to $10,000.00'],
    [{ reason: ' ' }, 'Enter a reason'],
    [{ reason: 'x'.repeat(201) }, 'Enter a reason'],
  ])('reports the error of a credit form: %j', async (wrong, words) => {
    const form = { act: 'grant', amount: '5', reason: 'why', grantId: newId(), ...wrong };
    const { status, html } = await onUser(form);
    expect(status).toBe(400);
    expect(html).toContain(words);
    expect(html).toContain('aria-invalid="true"');
    expect(await balance()).toBe(0n);
    expect(await trail()).toEqual([]);
  });

  it('bans until a date, lifts the ban, ends sessions and changes the role', async () => {
    const theirs = web.as(user.userId);
    expect((await theirs('/balance')).status).toBe(200);
    expect((await onUser({ act: 'ban', reason: '', until: '' })).html).toContain('Enter a reason');
    expect((await onUser({ act: 'ban', reason: 'spam', until: '2020-01-01' })).status).toBe(400);
    expect((await onUser({ act: 'ban', reason: 'spam', until: '2999-01-31' })).status).toBe(302);
    expect((await theirs('/balance')).headers.get('location')).toContain('notice=ban');
    expect(await get(`/admin/users/${user.userId}`)).toContain('Lift the ban');
    expect((await onUser({ act: 'unban' })).status).toBe(302);
    expect((await theirs('/balance')).status).toBe(200);
    expect((await onUser({ act: 'endSessions' })).status).toBe(302);
    expect((await theirs('/balance')).headers.get('location')).toContain('/login');
    expect((await onUser({ act: 'makeAdmin' })).status).toBe(302);
    expect((await onUser({ act: 'removeAdmin' })).status).toBe(302);
    const until = '2999-01-31T00:00:00.000Z';
    expect((await trail()).map(({ action, detail }) => [action, detail])).toEqual([
      ['ban', { until, reason: 'spam' }],
      ['unban', {}],
      ['end-sessions', { ended: 1 }],
      ['make-admin', {}],
      ['remove-admin', {}],
    ]);
  });

  it('does not offer actions that would lock out the administrator themself, and refuses them', async () => {
    await createAccount({ role: 'ADMIN' });
    const own = `/admin/users/${admin.userId}`;
    const html = await get(own);
    for (const act of ['ban', 'removeAdmin']) expect(html).not.toContain(`value="${act}"`);
    for (const form of [{ act: 'ban', reason: 'x', until: '' }, { act: 'removeAdmin' }]) {
      const refused = await post(own, form as Record<string, string>);
      expect(refused.status).toBe(403);
      expect(refused.html).toContain('You can’t do this to your own account.');
    }
    expect(await trail()).toEqual([]);
  });

  it('changes nothing for a deleted account, or by an unknown action', async () => {
    expect((await onUser({ act: 'explode' })).status).toBe(400);
    expect((await onUser({})).status).toBe(400);
    await change(AUTOCOMMIT, 'UPDATE users SET deleted_at = NOW(3) WHERE id = ?', [user.userId]);
    expect((await onUser({ act: 'makeAdmin' })).status).toBe(404);
    expect(await get(`/admin/users/${user.userId}`)).toContain('Deleted account');
    expect(await trail()).toEqual([]);
  });
});

describe('the page of payments', () => {
  it('asks for confirmation before it credits a payment, and credits it once', async () => {
    const payment = newCardPayment({ email: user.email });
    await applyEvent(readStripeEvent(stripeEvent('checkout.session.completed', sessionObject(payment))));
    const list = await get('/admin/payments');
    expect(list).toContain(payment.intentId);
    expect(list).toContain('No reference of ours.');
    const id = /name="match" value="([^"]+)"/.exec(list)?.[1] ?? '';
    const ask = (email: string) => get(`/admin/payments?${new URLSearchParams({ match: id, email })}`);
    expect(await ask('nobody@admin.test')).toContain('No account is registered as');
    const question = await ask(user.email);
    expect(question).toContain(`${user.email} will be credited $18.45`);
    expect(await balance()).toBe(0n);
    const form = { purchaseId: id, userId: user.userId };
    expect((await post('/admin/payments', form)).status).toBe(302);
    const again = await post('/admin/payments', form);
    expect(again.status).toBe(404);
    expect(again.html).toContain('was already done');
    expect(await balance()).toBe(18_450_000n);
    const detail = { purchaseId: id, creditedMicro: '18450000' };
    expect(await trail()).toEqual([{ action: 'match-payment', subjectId: user.userId, detail }]);
    expect((await post('/admin/payments', { purchaseId: 'x', userId: 'y' })).status).toBe(400);
  });
});

describe('the page of jobs', () => {
  const fail = async (subject: string, error: string) => {
    const id = newId();
    const now = new Date();
    const row = { id, job: 'title', subject, payload: '{}', tries: 12, due_at: now, failed_at: now };
    await insertRow('follow_ups', { ...row, last_error: error, created_at: now });
    return id;
  };
  const failed = () => selectRows(AUTOCOMMIT, 'SELECT id FROM follow_ups WHERE failed_at IS NOT NULL');

  it('retries one, or all of them', async () => {
    const [one] = [
      await fail('a', `no <b>model</b> ${'x'.repeat(900)}`),
      await fail('b', 'x'),
      await fail('c', 'x'),
    ];
    const html = await get('/admin/jobs');
    expect(html).toContain('no &lt;b&gt;model&lt;/b&gt;');
    expect(html).not.toContain('x'.repeat(301));
    const retry = () => post('/admin/jobs', { act: 'retry', jobId: one });
    expect((await retry()).status).toBe(302);
    expect(await failed()).toHaveLength(2);
    expect((await retry()).status).toBe(404);
    expect((await post('/admin/jobs', { act: 'retryAll' })).status).toBe(302);
    expect(await failed()).toEqual([]);
    expect(await get('/admin/jobs')).toContain('No failed jobs');
    expect(await trail()).toEqual([
      { action: 'retry-job', subjectId: one, detail: {} },
      { action: 'retry-all-jobs', subjectId: null, detail: { jobs: 2 } },
    ]);
  });
});

describe('the page of the catalogue', () => {
  it('confirms a model from unverified sources', async () => {
    await createModel({ id: 'maker/doubtful', name: 'Doubtful' });
    await change(AUTOCOMMIT, "UPDATE offers SET confidence = 'C' WHERE model_id = 'maker/doubtful'");
    await expect.poll(() => get('/admin/catalogue')).toContain('maker/doubtful');
    expect(await get('/admin/catalogue')).toContain('input $1.00, output $4.00');
    expect((await post('/admin/catalogue', { act: 'confirm', modelId: 'maker/none' })).status).toBe(404);
    expect((await post('/admin/catalogue', { act: 'confirm', modelId: 'maker/doubtful' })).status).toBe(302);
    const row = await selectRow<{ confirmed_at: Date | null }>(
      AUTOCOMMIT,
      "SELECT confirmed_at FROM offers WHERE model_id = 'maker/doubtful'",
    );
    expect(row?.confirmed_at).not.toBeNull();
    const detail = { model: 'maker/doubtful', offers: 1 };
    expect(await trail()).toEqual([{ action: 'confirm-model', subjectId: null, detail }]);
  });

  const map = (name: string) =>
    JSON.stringify({
      [name]: {
        litellm_provider: 'openai',
        mode: 'chat',
        input_cost_per_token: 1e-6,
        output_cost_per_token: 2e-6,
      },
    });
  const preview = (fields: Record<string, string>) => post('/admin/catalogue', { act: 'preview', ...fields });
  const importIdIn = (html: string) => /name="importId" value="([^"]+)"/.exec(html)?.[1] ?? '';

  it('shows the changes of an import, and applies exactly those, once', async () => {
    const { status, html } = await preview({ text: map('gpt-imported') });
    expect(status).toBe(200);
    expect(html).toContain('openai/gpt-imported');
    expect(html).toContain('input $1.00, output $2.00');
    expect(await selectRows(AUTOCOMMIT, 'SELECT id FROM models')).toEqual([]);
    const apply = () => post('/admin/catalogue', { act: 'apply', importId: importIdIn(html) });
    const both = await Promise.all([apply(), apply()]);
    expect(both.map((one) => one.status).sort((a, b) => a - b)).toEqual([302, 409]);
    expect(await selectRows(AUTOCOMMIT, 'SELECT id FROM offer_prices')).toHaveLength(1);
    const [entry, ...more] = await trail();
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ action: 'catalogue:import', detail: { added: 1, changed: 0 } });
  });

  it('applies nothing if the catalogue has changed since the preview', async () => {
    const { html } = await preview({ text: map('gpt-late') });
    await createModel({ id: 'openai/gpt-late', offers: [{ provider: 'openai', upstreamModel: 'gpt-late' }] });
    const { status, html: answer } = await post('/admin/catalogue', {
      act: 'apply',
      importId: importIdIn(html),
    });
    expect(status).toBe(409);
    expect(answer).toContain('nothing was saved');
    expect(await trail()).toEqual([]);
  });

  it('accepts a file, too', async () => {
    const body = new FormData();
    body.set('act', 'preview');
    body.set('file', new File([map('gpt-file')], 'prices.json', { type: 'application/json' }));
    const answer = await web.as(admin.userId)('/admin/catalogue', { method: 'POST', body });
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html).toContain('openai/gpt-file');
    expect(html).toContain('prices.json');
  });

  it.each([
    [{ text: '{' }, '$ is no JSON'],
    [{ text: '[1]' }, 'data[0] must be an object.'],
    [{}, 'Enter a URL, choose a file or paste the list.'],
    [{ address: 'https://127.0.0.1/x' }, 'must be an address on the public internet'],
    [{ address: 'http://169.254.169.254/latest/meta-data' }, 'must be an address on the public internet'],
    [{ address: '/etc/passwd' }, 'must be an address'],
  ])('gives the reason why a list cannot be used: %j', async (fields, words) => {
    const { status, html } = await preview(fields);
    expect(status).toBe(400);
    expect(html).toContain(words);
  });
});

it('the audit names users, and is filtered by user and action', async () => {
  await onUser({ act: 'ban', reason: 'spam', until: '' });
  await onUser({ act: 'unban' });
  const all = await get('/admin/audit');
  for (const words of [user.email, 'spam', 'unban']) expect(all).toContain(words);
  const rows = async (query: string) => (await get(`/admin/audit?${query}`)).split('scope="row"').length - 1;
  expect(await rows(`person=${encodeURIComponent(user.email)}`)).toBe(2);
  expect(await rows(`person=${user.userId}&act=ban`)).toBe(1);
  expect(await rows(`person=user:${admin.userId}`)).toBe(2);
  expect(await rows('person=operator:root')).toBe(0);
});
