import mysql, { type RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#app/sandbox/payments/stripe-api/records.ts';
import { startStripeApi, type RunningStripeApi } from '#app/sandbox/payments/stripe-api/start-stripe-api.ts';
import { signedByStripe } from '#app/sandbox/payments/stripe-wire.ts';
import { signUp } from '#tests/fixtures/sign-up.ts';
import { startApplication, type Application } from '#tests/setup/start-application.ts';
import { IS_FULL } from '#tests/setup/suite.ts';
import { awaitCrash, createCrashing, startCrashing } from './crashing-process.ts';
import { TOP_UP_STEPS } from './steps.mjs';

/** The default run has the steps at which a repeat could charge or credit twice. */
const IN_DEFAULT = /after the (payment of a top-up|COMMIT of its credit)$/;
const PLAYED = IS_FULL ? TOP_UP_STEPS : TOP_UP_STEPS.filter(({ name }) => IN_DEFAULT.test(name));

const KEY = 'sk_test_of_the_crashes';
const SECRET = 'whsec_of_the_crashes';
const SIGNUP = 1_000_000n;
const CREDIT = 18_450_000n;

let stripe: RunningStripeApi;
let application: Application;
let connection: mysql.Connection;

beforeAll(async () => {
  stripe = await startStripeApi(KEY);
  application = await startApplication({
    env: {
      STRIPE_SECRET_KEY: KEY,
      STRIPE_BASE_URL: stripe.origin,
      STRIPE_WEBHOOK_SECRET: SECRET,
      SIGNUP_CREDIT: String(SIGNUP),
    },
  });
  connection = await mysql.createConnection({
    uri: application.databaseUrl,
    supportBigNumbers: true,
    bigNumberStrings: true,
  });
  await application.worker.stop();
}, 300_000);

afterAll(async () => {
  await connection.end();
  await application.stop();
  await stripe.close();
});

async function rowsOf<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const [rows] = await connection.query<RowDataPacket[]>(sql, values);
  return rows as Row[];
}

/** A user with a dollar and a card, whose balance is to be topped up with $20 below $5. */
async function lowPerson(): Promise<{ accountId: string; customerId: string }> {
  const email = `${newId('payer')}@example.test`;
  await signUp(application.url, email);
  const [account] = await rowsOf<{ id: string }>(
    'SELECT a.id FROM accounts a JOIN users u ON u.id = a.user_id WHERE u.email = ?',
    [email],
  );
  const [customerId, cardId] = [newId('cus'), newId('pm')];
  stripe.api.customers.add(customerId);
  stripe.api.methods.set(cardId, { id: cardId, customer: customerId, kind: 'good' });
  await connection.query(
    `INSERT INTO top_up_settings (account_id, is_on, threshold_micro, amount_micro, monthly_micro, customer_id, card_id,
       card_brand, card_last4) VALUES (?, 1, 5000000, 20000000, 100000000, ?, ?, 'visa', '4242')`,
    [account!.id, customerId, cardId],
  );
  return { accountId: account!.id, customerId };
}

async function ledgerOf(accountId: string) {
  const entries = await rowsOf<{ kind: string; amount: string }>(
    'SELECT kind, amount_micro AS amount FROM ledger_entries WHERE account_id = ? ORDER BY id',
    [accountId],
  );
  const [account] = await rowsOf<{ balance: string }>(
    'SELECT balance_micro AS balance FROM accounts WHERE id = ?',
    [accountId],
  );
  return {
    entries: entries.map(({ kind, amount }) => `${kind} ${amount}`),
    balance: BigInt(account!.balance),
  };
}

it.each(PLAYED)(
  'a worker that dies at this step charges once and credits once: $name',
  async (step) => {
    const { accountId, customerId } = await lowPerson();
    const crashing = await createCrashing(application, step);
    await startCrashing([crashing]);
    await awaitCrash(crashing);
    // The next worker need not wait until the lease of the job is over.
    await connection.query('UPDATE follow_ups SET due_at = NOW(3) - INTERVAL 1 MINUTE');
    await application.worker.start();
    const expected = { entries: [`signup ${SIGNUP}`, `payment ${CREDIT}`], balance: SIGNUP + CREDIT };
    await expect.poll(() => ledgerOf(accountId), { timeout: 60_000, interval: 200 }).toEqual(expected);
    await expect
      .poll(() => rowsOf("SELECT id FROM follow_ups WHERE job = 'top-up'"), {
        timeout: 60_000,
        interval: 200,
      })
      .toEqual([]);
    await application.worker.stop();
    const charged = [...stripe.api.intents.values()].filter(({ customer }) => customer === customerId);
    expect(charged).toMatchObject([{ status: 'succeeded', amount: 2000 }]);
    for (const event of [...stripe.events, ...stripe.events]) {
      const answer = await fetch(
        `${application.url}/api/webhooks/stripe`,
        signedByStripe(event, { secret: SECRET }),
      );
      expect(answer.status).toBe(200);
    }
    expect(await ledgerOf(accountId)).toEqual(expected);
    expect(await rowsOf('SELECT state FROM top_ups WHERE account_id = ?', [accountId])).toEqual([
      { state: 'paid' },
    ]);
    await connection.query('DELETE FROM top_up_settings');
  },
  180_000,
);
