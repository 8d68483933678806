import { beforeAll, describe, expect, it } from 'vitest';
import { applyEvent } from '#app/core/payments/event-effects.ts';
import { readCoinbaseEvent } from '#app/core/payments/coinbase/webhook.ts';
import { listPurchases } from '#app/core/payments/purchase.ts';
import { paymentReference } from '#app/core/payments/reference.ts';
import { readStripeEvent } from '#app/core/payments/stripe/events.ts';
import { closeHolds } from '#app/core/ledger/closed-holds.ts';
import { newId } from '#app/core/platform/ids.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { newCheckout, paidCheckout } from '#app/sandbox/payments/coinbase-wire.ts';
import {
  disputeObject,
  newCardPayment,
  refundObject,
  sessionObject,
  stripeEvent,
  type CardPayment,
} from '#app/sandbox/payments/stripe-wire.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { admitSend } from '#tests/factories/admit-send.ts';
import { addKey } from '#tests/factories/create-key.ts';
import { createModel } from '#tests/factories/create-model.ts';
import { makePastCalls } from '#tests/fixtures/past-calls.ts';
import { pageText, wordsOfPage } from '#tests/fixtures/page-text.ts';
import { UNSERVED } from '#tests/setup/unserved-model.ts';
import { useWeb } from '#tests/setup/web.ts';

Object.assign(process.env, UNSERVED, { APP_TITLE: 'The Hub', FEEDBACK_EMAIL: 'seller@parlance.test' });
const web = useWeb();
beforeAll(() => createModel());

const tell = (type: string, object: object) => applyEvent(readStripeEvent(stripeEvent(type, object)));

/** A user who has paid $20 and $4 of tax by card. */
async function payer(facts: Partial<CardPayment> = {}) {
  const account = await createAccount();
  const payment = newCardPayment({ reference: paymentReference(account.accountId), tax: 400, ...facts });
  await tell('checkout.session.completed', sessionObject(payment));
  const [purchase] = await listPurchases(AUTOCOMMIT, account.accountId);
  return { ...account, payment, purchase: purchase!, path: `/balance/purchases/${purchase!.id}` };
}

describe('a receipt', () => {
  it('has seller, buyer, number, date, method and every amount', async () => {
    const { userId, email, payment, purchase, path } = await payer();
    const answer = await web.as(userId)(path);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    const words = await wordsOfPage(answer);
    expect(words).toContain('Seller The Hub seller@parlance.test');
    expect(words).toContain(email);
    expect(words).toContain(`Receipt number ${purchase.id} Payment ${payment.intentId}`);
    expect(words).toContain('Payment method Card');
    expect(words).toContain('Credits $20.00 Tax $4.00 Total paid $24.00');
    expect(words).toContain('Credits $20.00 Fee -$1.55 Added to balance $18.45');
    expect(words).not.toContain('Refund');
  });

  it('lists refunds and chargebacks', async () => {
    const { userId, payment, path } = await payer();
    await tell('refund.created', refundObject(payment, { amount: 600 }));
    await tell('refund.failed', refundObject(payment, { amount: 100, status: 'failed' }));
    const dispute = disputeObject(payment, { amount: 500 });
    await tell('charge.dispute.funds_withdrawn', dispute);
    await tell('charge.dispute.closed', { ...dispute, status: 'won' });
    const words = await wordsOfPage(await web.as(userId)(path));
    expect(words).toContain('Refund $6.00');
    expect(words).toContain('Refund failed $1.00');
    expect(words).toContain('Credits removed by refunds -$4.6125');
    expect(words).toContain('Chargeback -$5.00 Chargeback fee -$15.00 Chargeback reversed $20.00');
  });

  it('of a payment in crypto lists both fees', async () => {
    const { userId, accountId } = await createAccount();
    const checkout = newCheckout({ metadata: { reference: paymentReference(accountId) } });
    await applyEvent(readCoinbaseEvent({ ...paidCheckout(checkout), eventType: 'checkout.payment.success' }));
    const [purchase] = await listPurchases(AUTOCOMMIT, accountId);
    const words = await wordsOfPage(await web.as(userId)(`/balance/purchases/${purchase!.id}`));
    expect(words).toContain('Payment service fee -$0.20 Fee -$0.198 Added to balance $19.602');
  });

  it('of a payment that was not credited gives the reason, in the paid currency', async () => {
    const { userId, path } = await payer({ currency: 'eur' });
    const words = await wordsOfPage(await web.as(userId)(path));
    expect(words).toContain('Not credited Only payments in US dollars are credited.');
    expect(words).toContain('Total paid EUR 24.00');
    expect(words).not.toContain('Added to balance');
  });

  it('is not visible to others, nor is an unknown or malformed one', async () => {
    const { userId, path } = await payer();
    const stranger = await createAccount();
    expect((await web.as(stranger.userId)(path)).status).toBe(404);
    for (const id of [newId(), 'no-id', '%27'])
      expect((await web.as(userId)(`/balance/purchases/${id}`)).status).toBe(404);
    const visitor = await fetch(web.origin() + path, { redirect: 'manual' });
    expect(visitor.headers.get('location')).toContain('/login');
  });
});

describe('the list of purchases', () => {
  it('is ordered from the newest to the oldest, page by page, and shows no other user’s', async () => {
    const { userId, accountId } = await createAccount();
    const reference = paymentReference(accountId);
    for (let number = 0; number < 27; number += 1)
      await tell('checkout.session.completed', sessionObject(newCardPayment({ reference })));
    await payer();
    const wanted = (await listPurchases(AUTOCOMMIT, accountId, { limit: 100 })).map(({ id }) => id);
    const idsOn = (html: string) =>
      [...html.matchAll(/href="\/balance\/purchases\/([0-9a-f-]{36})"/g)].map(([, id]) => id);
    const first = await pageText(await web.as(userId)('/balance/purchases'));
    const next = /href="\/balance\/purchases(\?before=[^"]+)"/.exec(first)![1]!;
    const second = await pageText(await web.as(userId)(`/balance/purchases${next}`));
    expect([...idsOn(first), ...idsOn(second)]).toEqual(wanted);
    expect([idsOn(first).length, second.includes('>Newest<')]).toEqual([25, true]);
    expect((await web.as(userId)('/balance/purchases?before=x')).status).toBe(400);
    const balance = await pageText(await web.as(userId)('/balance'));
    expect(balance).toContain('href="/balance/purchases"');
    expect(idsOn(balance)).toEqual(expect.arrayContaining(wanted.slice(0, 3)));
  });

  it('explains itself while it is empty', async () => {
    const { userId } = await createAccount();
    const words = await wordsOfPage(await web.as(userId)('/balance/purchases'));
    expect(words).toContain('Payments will appear here with their receipts.');
  });

  it('shows paid amount, tax, fee, credit and refund of each, and its status', async () => {
    const { userId, payment } = await payer();
    await tell('refund.created', refundObject(payment, { amount: 600 }));
    const words = await wordsOfPage(await web.as(userId)('/balance/purchases'));
    expect(words).toMatch(
      /Credited Card Paid \$24\.00 Tax \$4\.00 Fee \$1\.55 Credited \$18\.45 Refunded \$6\.00/,
    );
    await tell('charge.dispute.funds_withdrawn', disputeObject(payment, { amount: 500 }));
    expect(await wordsOfPage(await web.as(userId)('/balance/purchases'))).toContain('Charged back Card');
  });
});

describe('entries of the ledger', () => {
  /** Books the charge of a generation. */
  const charge = (accountId: string, reference: string) =>
    transaction(async (tx) => {
      await change(tx, 'DELETE FROM holds WHERE reference = ?', [reference]);
      await change(tx, 'UPDATE accounts SET held_micro = 5 WHERE id = ?', [accountId]);
      await change(
        tx,
        'INSERT INTO holds (reference, account_id, amount_micro, created_at) VALUES (?, ?, 5, NOW(3))',
        [reference, accountId],
      );
      const hold = { reference, accountId, heldMicro: 5n, costMicro: 5n, applicationId: null, priceId: null };
      await closeHolds(tx, [hold]);
    });

  it('link to their model, conversation or key, and receipt', async () => {
    const { userId, accountId } = await createAccount({ creditMicro: 1_000_000n });
    const reply = await admitSend(userId, 'A question of mine');
    await charge(accountId, reply.id);
    const [call] = await makePastCalls({ userId, count: 1 });
    const { keyId } = await addKey(userId, { name: 'Laptop <1>' });
    await change(AUTOCOMMIT, 'UPDATE generations SET api_key_id = ? WHERE id = ?', [keyId, call!]);
    await charge(accountId, call!);
    await charge(accountId, newId());
    const html = await pageText(await web.as(userId)('/balance'));
    for (const href of [
      '/models/sandbox/small',
      `/chat/${reply.conversationId}`,
      `/usage/receipts/${reply.id}`,
      '/models/maker/model-1',
      `/keys/${keyId}`,
      `/usage/receipts/${call}`,
    ])
      expect(html).toContain(`href="${href}"`);
    expect(html).toContain('Laptop &lt;1&gt;');
    expect([...html.matchAll(/href="\/usage\/receipts\//g)], 'none of what has no record').toHaveLength(2);
    await change(AUTOCOMMIT, 'UPDATE api_keys SET revoked_at = NOW(3) WHERE id = ?', [keyId]);
    const later = await pageText(await web.as(userId)('/balance'));
    expect(later).not.toContain(`href="/keys/${keyId}"`);
    expect(later).toContain('Laptop &lt;1&gt;');
  });

  it('of one chat on one day are one line with their sum and number, which opens without scripts', async () => {
    const { userId, accountId } = await createAccount({ creditMicro: 1_000_000n });
    const first = await admitSend(userId, 'A question of mine');
    const [second, other] = await makePastCalls({ userId, count: 2 });
    const move = 'UPDATE generations SET conversation_id = ? WHERE id = ?';
    await change(AUTOCOMMIT, move, [first.conversationId, second!]);
    for (const id of [first.id, other!, second!]) await charge(accountId, id);
    const html = await pageText(await web.as(userId)('/balance'));
    const folded = /<details class="group\/chat">.*?<\/details>/s.exec(html)?.[0] ?? '';
    expect(folded.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')).toContain(
      '2 requests Amount -$0.00001 Balance after $0.999985',
    );
    for (const id of [first.id, second!]) expect(folded).toContain(`/usage/receipts/${id}`);
    expect(folded).not.toContain(`/usage/receipts/${other}`);
    expect([...html.matchAll(/href="\/usage\/receipts\//g)]).toHaveLength(3);
  });

  it('of a payment link to its receipt', async () => {
    const { userId, path, purchase } = await payer();
    const html = await pageText(await web.as(userId)('/balance'));
    expect(html).not.toContain(`payment:${purchase.id}`);
    expect([...html.matchAll(new RegExp(`href="${path}"`, 'g'))]).toHaveLength(2);
    const row = await selectRow<{ detail: string }>(
      AUTOCOMMIT,
      'SELECT detail FROM ledger_entries WHERE reference = ?',
      [`payment:${purchase.id}`],
    );
    expect(JSON.parse(row!.detail)).toEqual({ purchase: purchase.id });
  });
});
