import { beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '#app/admin/command-line.ts';
import { findCaller } from '#app/core/accounts/sessions/caller.ts';
import { startSession } from '#app/core/accounts/sessions/session-lifetime.ts';
import { applyEvent } from '#app/core/payments/event-effects.ts';
import { readStripeEvent } from '#app/core/payments/stripe/events.ts';
import { readBalance } from '#app/core/ledger/balances.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import {
  newCardPayment,
  refundObject,
  sessionObject,
  stripeEvent,
} from '#app/sandbox/payments/stripe-wire.ts';
import { createAccountWithPassword } from '#tests/factories/create-account.ts';
import { emptyTables } from '#tests/setup/database.ts';

const OPERATOR = 'operator:test';
const run = (...args: string[]) => runCommand(args, OPERATOR);

const audit = () =>
  selectRows<{ actor: string; action: string; subject_id: string | null; detail: string | null }>(
    AUTOCOMMIT,
    'SELECT actor, action, subject_id, detail FROM audit_entries ORDER BY created_at, id',
  );

const signIn = (userId: string) =>
  startSession(AUTOCOMMIT, { userId, kind: 'browser', userAgent: null, address: null });

beforeEach(() => emptyTables());

describe('ban and unban', () => {
  it('lock a signed-in user out and in again, and are recorded', async () => {
    const { email, userId } = await createAccountWithPassword();
    const session = await signIn(userId);
    expect(await run('ban', email.toUpperCase(), '--reason', 'spam')).toMatchObject({ code: 0 });
    await expect(findCaller(AUTOCOMMIT, session)).rejects.toMatchObject({ code: 'ban', status: 403 });
    await run('unban', email);
    expect(await findCaller(AUTOCOMMIT, session)).toMatchObject({ user: { id: userId } });
    expect(await audit()).toEqual([
      { actor: OPERATOR, action: 'ban', subject_id: userId, detail: '{"until":null,"reason":"spam"}' },
      { actor: OPERATOR, action: 'unban', subject_id: userId, detail: null },
    ]);
  });

  it('end a ban automatically at its date', async () => {
    const { email, userId } = await createAccountWithPassword();
    const session = await signIn(userId);
    const until = new Date(Date.now() + 3_600_000);
    await run('ban', email, '--until', until.toISOString());
    const justBefore = new Date(until.getTime() - 1);
    await expect(findCaller(AUTOCOMMIT, session, justBefore)).rejects.toMatchObject({ code: 'ban' });
    expect(await findCaller(AUTOCOMMIT, session, new Date(until.getTime() + 1))).not.toBeNull();
  });

  it.each(['yesterday', '2020-01-01', '31.12.2099'])('refuse --until %s', async (until) => {
    const { email } = await createAccountWithPassword();
    expect(await run('ban', email, '--until', until)).toMatchObject({ code: 1 });
    expect(await audit()).toEqual([]);
  });
});

it('the last administrator is not banned', async () => {
  const { email, userId } = await createAccountWithPassword();
  await run('make-admin', email);
  expect(await run('ban', email)).toEqual({ lines: ['This is the last administrator.'], code: 1 });
  expect(await findCaller(AUTOCOMMIT, await signIn(userId))).toMatchObject({ user: { role: 'ADMIN' } });
  expect((await audit()).map(({ action }) => action)).toEqual(['make-admin']);
});

it('an administrator becomes a user again, unless they are the last one', async () => {
  const [one, other] = [await createAccountWithPassword(), await createAccountWithPassword()];
  const session = await signIn(one.userId);
  await run('make-admin', one.email);
  expect(await run('remove-admin', one.email)).toEqual({
    lines: ['This is the last administrator.'],
    code: 1,
  });
  await run('make-admin', other.email);
  expect(await run('remove-admin', one.email)).toEqual({
    lines: [`${one.email} is no administrator.`],
    code: 0,
  });
  expect(await findCaller(AUTOCOMMIT, session)).toMatchObject({ user: { role: 'USER' } });
  expect((await audit()).map(({ action }) => action)).toEqual(['make-admin', 'make-admin', 'remove-admin']);
});

describe('grant', () => {
  it('books credit with its reason', async () => {
    const { email, userId } = await createAccountWithPassword({ creditMicro: 500_000n });
    const { lines } = await run('grant', email, '2.5', '--reason', 'support case 7');
    expect(lines).toEqual([`${email} was given $2.50; the balance is $3.00.`]);
    expect((await readBalance(AUTOCOMMIT, userId)).balanceMicro).toBe(3_000_000n);
    const entry = await selectRow<{ detail: string }>(
      AUTOCOMMIT,
      "SELECT detail FROM ledger_entries WHERE kind = 'grant'",
    );
    expect(JSON.parse(entry?.detail ?? '')).toEqual({ reason: 'support case 7', actor: OPERATOR });
    expect(await audit()).toMatchObject([{ action: 'grant', subject_id: userId }]);
  });

  it.each([
    ['0', 'why'],
    ['-5', 'why'],
    ['1e3', 'why'],
    ['0.0000001', 'why'],
    ['10000.000001', 'why'],
    ['five', 'why'],
    ['5', ''],
  ])('refuses %s dollars for the reason %j', async (dollars, reason) => {
    const { email, userId } = await createAccountWithPassword();
    expect(await run('grant', email, dollars, '--reason', reason)).toMatchObject({ code: 1 });
    expect((await readBalance(AUTOCOMMIT, userId)).balanceMicro).toBe(0n);
  });
});

describe('the other commands', () => {
  it('print a reset link, make an administrator, and sign out everywhere', async () => {
    const { email, userId } = await createAccountWithPassword();
    const sessions = await Promise.all([signIn(userId), signIn(userId)]);
    const { lines } = await run('reset', email);
    expect(lines[0]).toMatch(/^http:\/\/.+\/reset-password\?token=[\w-]{43}&userId=/);
    await run('make-admin', email);
    expect(await findCaller(AUTOCOMMIT, sessions[0])).toMatchObject({ user: { role: 'ADMIN' } });
    expect((await run('end-sessions', email)).lines).toEqual([`2 session(s) of ${email} ended.`]);
    for (const session of sessions) expect(await findCaller(AUTOCOMMIT, session)).toBeNull();
    const acts = await audit();
    expect(acts.map(({ action }) => action)).toEqual(['reset', 'make-admin', 'end-sessions']);
    const token = new URL(lines[0] ?? '').searchParams.get('token') ?? '';
    expect(JSON.stringify(acts)).not.toContain(token);
  });

  it('find the runs of a request', async () => {
    const { email, userId } = await createAccountWithPassword();
    await change(
      AUTOCOMMIT,
      `INSERT INTO generations (id, kind, state, user_id, request_id, endpoint, provider, model, upstream_model,
         held_micro, max_output_tokens, estimated_prompt_tokens, created_at)
       VALUES (UUID(), 'chat', 'done', ?, 'request-42', 'openAI', 'openai', 'openai/gpt-x', 'gpt-x', 1234, 256, 10, NOW(3))`,
      [userId],
    );
    const { lines } = await run('find', 'request-42');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { state: 'done', model: 'openai/gpt-x', heldMicro: '1234', email },
    ]);
  });

  it('exit with 1 if nothing is found, with their entry in the audit', async () => {
    const none = { lines: [expect.stringMatching(/^No generation was begun by request-43/)], code: 1 };
    expect(await run('find', 'request-43')).toEqual(none);
    expect(await audit()).toMatchObject([{ action: 'find', detail: '{"requestId":"request-43"}' }]);
    expect(await run('failed-jobs')).toMatchObject({ code: 0 });
    const id = '00000000-0000-4000-8000-000000000000';
    expect(await run('failed-jobs', id)).toEqual({
      lines: [`No job that was given up is called ${id}.`],
      code: 1,
    });
  });

  it('name invalid input', async () => {
    expect(await run('ban', 'nobody@example.test')).toEqual({
      lines: ['Nobody is registered as nobody@example.test.'],
      code: 1,
    });
    expect((await run('ban')).lines).toEqual(['Name the user by e-mail address.']);
    expect(await run('explode')).toMatchObject({ code: 1 });
    expect((await run()).lines[0]).toBe('Usage:');
    expect(await run('ban', 'a@b.test', '--force')).toMatchObject({ code: 1 });
    expect(await run('toString')).toMatchObject({ code: 1 });
  });
});

describe('payments', () => {
  it('without an account are listed with a hint, and credited once to the user that the operator names', async () => {
    const { email, userId } = await createAccountWithPassword();
    const payment = newCardPayment({ email });
    await applyEvent(readStripeEvent(stripeEvent('checkout.session.completed', sessionObject(payment))));
    await applyEvent(readStripeEvent(stripeEvent('refund.created', refundObject(payment, { amount: 1000 }))));
    const { lines } = await run('payments');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(
      `${payment.intentId}  20.00 USD  unmatched: no_reference  perhaps of ${email}`,
    );
    const [id = ''] = lines[0]!.split(' ');
    expect(await readBalance(AUTOCOMMIT, userId)).toMatchObject({ balanceMicro: 0n });
    expect(await run('match-payment', id, email)).toMatchObject({ code: 0 });
    expect(await readBalance(AUTOCOMMIT, userId)).toMatchObject({ balanceMicro: 9_225_000n });
    expect(await run('match-payment', id, email)).toMatchObject({ code: 1 });
    expect(await run('match-payment', 'nonsense', email)).toMatchObject({ code: 1 });
    expect((await run('payments')).lines).toEqual(['Every payment was credited.']);
    expect(await readBalance(AUTOCOMMIT, userId)).toMatchObject({ balanceMicro: 9_225_000n });
    expect((await audit()).map(({ action }) => action)).toEqual(['payments', 'match-payment', 'payments']);
  });
});
