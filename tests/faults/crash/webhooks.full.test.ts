import mysql, { type RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentReference } from '#app/core/payments/reference.ts';
import { newCheckout, paidCheckout, signedByCoinbase } from '#app/sandbox/payments/coinbase-wire.ts';
import { newCardPayment, signedByStripe } from '#app/sandbox/payments/stripe-wire.ts';
import { LOST, shuffled, storyOf, WON } from '#tests/fixtures/payment-stories.ts';
import { signUp } from '#tests/fixtures/sign-up.ts';
import { startApplication, type Application } from '#tests/setup/start-application.ts';
import { seedFrom } from '#tests/setup/suite.ts';
import { createRandom } from '../random.ts';
import { awaitCrash, createCrashing, startCrashing } from './crashing-process.ts';
import { WEBHOOK_STEPS } from './steps.mjs';

const SEED = seedFrom('FAULT_SEED');
/** Number of deliveries of each event. */
const REPEATS = 100;
const AT_ONCE = 8;
const KILLS = 6;
const SECRETS = { STRIPE_WEBHOOK_SECRET: 'whsec_of_this_test', COINBASE_WEBHOOK_SECRET: 'hook-secret' };

let application: Application;
let connection: mysql.Connection;

/** One event, which its service posts with a new signature each time. */
interface SentEvent {
  path: string;
  sign: () => RequestInit;
}
interface Payer {
  accountId: string;
  events: SentEvent[];
  /** Micro-dollars, after all events, without expired credit. */
  balance: bigint;
  /** The sums of the entries by their kind, without expired credit. */
  entries: Record<string, bigint>;
  /** Limits of the expired amount; at least the minimum expires. Nothing for a new payment. */
  expires?: { leastMicro: bigint; mostMicro: bigint };
}

beforeAll(async () => {
  application = await startApplication({ env: { ...SECRETS, SIGNUP_CREDIT: '0' } });
  // The reference is signed here as in the application.
  Object.assign(process.env, application.env);
  connection = await mysql.createConnection({
    uri: application.databaseUrl,
    supportBigNumbers: true,
    bigNumberStrings: true,
  });
}, 300_000);

afterAll(async () => {
  await connection.end();
  await application.stop();
});

let number = 0;
async function newAccount(): Promise<string> {
  number += 1;
  const email = `payer-${number}@example.test`;
  await signUp(application.url, email);
  const [[row]] = await connection.query<(RowDataPacket & { id: string })[]>(
    'SELECT a.id FROM accounts a JOIN users u ON u.id = a.user_id WHERE u.email = ?',
    [email],
  );
  return row!.id;
}

/** A user who pays by card, has a part refunded, and disputes another. */
async function cardPayer(isWon: boolean): Promise<Payer> {
  const accountId = await newAccount();
  const payment = newCardPayment({ reference: paymentReference(accountId) });
  const events = storyOf(payment, isWon).map((event): SentEvent => ({
    path: 'stripe',
    sign: () => signedByStripe(event, { secret: SECRETS.STRIPE_WEBHOOK_SECRET }),
  }));
  const disputed = { chargeback: -7_000_000n, fee: -15_000_000n };
  return {
    accountId,
    events,
    balance: isWon ? WON : LOST,
    entries: {
      payment: 18_450_000n,
      refund: -3_071_925n,
      ...disputed,
      ...(isWon && { 'chargeback-reversal': 22_000_000n }),
    },
  };
}

/**
 * Makes the ledger book the payments of these users as made thirteen months ago, so that their remaining
 * credit expires at the next check of a worker, whatever other events arrive then.
 */
async function payLongAgo(payers: readonly Payer[]): Promise<void> {
  const ids = payers.map(({ accountId }) => connection.escape(accountId)).join(', ');
  await connection.query(
    `CREATE TRIGGER paid_long_ago BEFORE INSERT ON ledger_entries FOR EACH ROW
     SET NEW.created_at = IF(NEW.kind = 'payment' AND NEW.account_id IN (${ids}),
       NEW.created_at - INTERVAL 13 MONTH, NEW.created_at)`,
  );
}

/** A user who paid by card long ago, without refunds: all of it expires. */
async function formerPayer(): Promise<Payer> {
  const payer = await cardPayer(true);
  return {
    ...payer,
    events: payer.events.slice(0, 3),
    balance: 18_450_000n,
    entries: { payment: 18_450_000n },
    expires: { leastMicro: 18_450_000n, mostMicro: 18_450_000n },
  };
}

/**
 * A user whose old payment is refunded and disputed while it expires: the expired amount depends on the
 * order.
 */
async function formerDisputer(isWon: boolean): Promise<Payer> {
  return { ...(await cardPayer(isWon)), expires: { leastMicro: 0n, mostMicro: 18_450_000n } };
}

/** A user who pays $20 in crypto and has $5 refunded, after a refund that failed. */
async function cryptoPayer(): Promise<Payer> {
  const accountId = await newAccount();
  const paid = paidCheckout(newCheckout({ metadata: { reference: paymentReference(accountId) } }));
  const refund = (id: string, amount: string, status: string) => ({ id, amount, currency: 'USDC', status });
  const told = (eventType: string, refunds: ReturnType<typeof refund>[] = []): SentEvent => ({
    path: 'coinbase',
    sign: () =>
      signedByCoinbase({ ...paid, refunds }, eventType, { secret: SECRETS.COINBASE_WEBHOOK_SECRET }),
  });
  const events = [
    told('checkout.payment.success'),
    told('checkout.refund.success', [refund('r1', '5.00', 'PENDING')]),
    told('checkout.refund.success', [refund('r1', '5.00', 'COMPLETED')]),
    told('checkout.refund.failed', [refund('r2', '1.00', 'FAILED')]),
  ];
  return { accountId, events, balance: 14_701_500n, entries: { payment: 19_602_000n, refund: -4_900_500n } };
}

/** Posts an event; false if it was not accepted, for example because the process died. */
async function post({ path, sign }: SentEvent, url = application.url): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/api/webhooks/${path}`, sign());
    await answer.body?.cancel();
    if (answer.status >= 400 && answer.status < 500) throw new RangeError(`refused with ${answer.status}`);
    return answer.ok;
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return false;
  }
}

/** The ledger of an account: its sums by kind, the number of payments, and the balance. */
async function ledgerOf(accountId: string) {
  const [rows] = await connection.query<(RowDataPacket & { kind: string; sum: string; count: string })[]>(
    'SELECT kind, SUM(amount_micro) AS sum, COUNT(*) AS count FROM ledger_entries WHERE account_id = ? GROUP BY kind',
    [accountId],
  );
  const [[account]] = await connection.query<(RowDataPacket & { balance: string })[]>(
    'SELECT balance_micro AS balance FROM accounts WHERE id = ?',
    [accountId],
  );
  const counted = rows
    .filter(({ kind }) => kind !== 'refund' && kind !== 'expiry')
    .map(({ count }) => Number(count));
  return {
    entries: Object.fromEntries(rows.map(({ kind, sum }) => [kind, BigInt(sum)])),
    once: counted.every((count) => count === 1),
    balance: BigInt(account!.balance),
  };
}

async function expectSound({ accountId, balance, entries, expires }: Payer): Promise<void> {
  const { expiry = 0n, ...told } = (await ledgerOf(accountId)).entries;
  expect(told).toEqual(entries);
  expect(await ledgerOf(accountId)).toMatchObject({ once: true, balance: balance + expiry });
  expect(Object.values(entries).reduce((sum, part) => sum + part)).toBe(balance);
  const { leastMicro, mostMicro } = expires ?? { leastMicro: 0n, mostMicro: 0n };
  expect(-expiry >= leastMicro && -expiry <= mostMicro, `${expiry} of ${balance} has expired`).toBe(true);
}

/** Waits until no account has due credit: workers have checked all. */
async function expectNothingDue(): Promise<void> {
  const due = async () => {
    const [rows] = await connection.query<RowDataPacket[]>(
      'SELECT account_id FROM credit_checkpoints WHERE due_at <= NOW(3)',
    );
    return rows;
  };
  await expect.poll(due, { timeout: 60_000, interval: 200 }).toEqual([]);
}

it(`each event ${REPEATS} times in random order, with kills between: ledger = balance = payments less fees, refunds and expiry`, async () => {
  const random = createRandom(SEED);
  const former = [await formerPayer(), await formerDisputer(true), await formerDisputer(false)];
  await payLongAgo(former);
  const payers = [await cardPayer(true), await cardPayer(false), await cryptoPayer(), ...former];
  const events = payers.flatMap((payer) => payer.events);
  const waiting = shuffled(
    events.flatMap((event) => Array<SentEvent>(REPEATS).fill(event)),
    random,
  );
  const all = waiting.length;
  const killAfter = Array.from({ length: KILLS }, () => random.whole(1, all - 1)).sort((a, b) => a - b);
  let taken = 0;
  let lost = 0;
  let restarting: Promise<unknown> = Promise.resolve();
  // A worker checks for expired credit when it starts.
  const kill = async () => {
    await Promise.all([application.web.kill('SIGKILL'), application.worker.kill('SIGKILL')]);
    await Promise.all([application.web.start(), application.worker.start()]);
  };
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let event = waiting.pop(); event !== undefined; event = waiting.pop()) {
        const isTaken = await post(event);
        if (isTaken) taken += 1;
        else {
          lost += 1;
          // Repeated later, as a payment service does.
          waiting.splice(random.whole(0, waiting.length), 0, event);
          await restarting;
        }
        if (killAfter.length > 0 && taken >= killAfter[0]!) {
          killAfter.shift();
          restarting = restarting.then(kill);
        }
      }
      await restarting;
    }),
  );
  // The last of them may have been put back when the others were finished.
  for (let event = waiting.pop(); event !== undefined; event = waiting.pop())
    if (await post(event)) taken += 1;
    else waiting.push(event);
  console.log(`${events.length} events, ${taken} deliveries taken, ${lost} lost to ${KILLS} kills`);
  expect(taken).toBe(all);
  expect(killAfter).toEqual([]);
  await application.worker.kill('SIGKILL');
  await application.worker.start();
  await expectNothingDue();
  for (const payer of payers) await expectSound(payer);
  const [[inbox]] = await connection.query<(RowDataPacket & { count: string })[]>(
    "SELECT COUNT(*) AS count FROM payment_events WHERE outcome IN ('applied', 'ignored')",
  );
  expect(Number(inbox!.count)).toBe(events.length);
}, 300_000);

describe('a process that dies at this step of a webhook', () => {
  it.each(WEBHOOK_STEPS)(
    'credits once, when it is repeated: $name',
    async (step) => {
      const payer = await cardPayer(true);
      const paid = payer.events[1]!;
      const crashing = await createCrashing(application, step);
      await startCrashing([crashing]);
      const said = post(paid, crashing.url!);
      await awaitCrash(crashing);
      expect(await said).toBe(false);
      const isBooked = step.name === 'web: after the COMMIT of a webhook';
      expect((await ledgerOf(payer.accountId)).balance).toBe(isBooked ? 18_450_000n : 0n);
      expect(await post(paid)).toBe(true);
      expect(await post(paid)).toBe(true);
      expect(await ledgerOf(payer.accountId)).toEqual({
        entries: { payment: 18_450_000n },
        once: true,
        balance: 18_450_000n,
      });
    },
    180_000,
  );
});
