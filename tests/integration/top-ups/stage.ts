import { afterAll, beforeAll, beforeEach } from 'vitest';
import { isAccountBanned } from '#app/core/accounts/bans.ts';
import { chooseTopUp, storeCard } from '#app/core/accounts/top-up.ts';
import { runFollowUp } from '#app/core/follow-ups/outbox.ts';
import { applyEvent } from '#app/core/payments/event-effects.ts';
import { readStripeEvent } from '#app/core/payments/stripe/events.ts';
import type { TopUpChoice } from '#app/core/payments/top-ups/settings.ts';
import { cardSavingPage } from '#app/core/payments/top-ups/card.ts';
import { listTopUps, type TopUp } from '#app/core/payments/top-ups/top-up.ts';
import { watchTopUps } from '#app/core/payments/top-ups/watch.ts';
import { config } from '#app/core/platform/config.ts';
import { closeQueue, openQueue } from '#app/core/queue/enqueue.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { CardKind } from '#app/sandbox/payments/stripe-api/records.ts';
import { startStripeApi, type RunningStripeApi } from '#app/sandbox/payments/stripe-api/start-stripe-api.ts';
import type { StripeEvent } from '#app/sandbox/payments/stripe-wire.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { followUps } from '#worker/register.ts';

const KEY = 'sk_test_of_the_integration_tests';

/** The settings of users in these tests: below $5, pay $20, at most $100 a month. */
export const CHOICE = {
  thresholdMicro: 5_000_000n,
  amountMicro: 20_000_000n,
  monthlyMicro: 100_000_000n,
};
/** The credit for a card payment of $20. */
export const CREDIT = 18_450_000n;

export const tell = (event: StripeEvent) => applyEvent(readStripeEvent(event));

interface TopUpStage {
  stripe: () => RunningStripeApi;
  /** Makes webhooks report Stripe's actions before the answers. Off at the beginning of each test. */
  tellFirst: () => void;
}

/** Stripe's API for a test file, whose webhooks the test itself triggers. */
export function useTopUps(): TopUpStage {
  let running: RunningStripeApi;
  let notifies = false;
  beforeAll(async () => {
    running = await startStripeApi(KEY, (event) => (notifies ? tell(event) : undefined));
    Object.assign(process.env, {
      STRIPE_SECRET_KEY: KEY,
      STRIPE_BASE_URL: running.origin,
      APP_URL: 'https://hub.test',
      SANDBOX: 'true',
    });
    openQueue(config().REDIS_URL);
  });
  beforeEach(async () => {
    await emptyTables();
    notifies = false;
    running.events.length = running.asked.length = 0;
  });
  afterAll(async () => {
    await running.close();
    await closeQueue();
  });
  return { stripe: () => running, tellFirst: () => (notifies = true) };
}

/** Saves a card as its owner does. @returns the page on which it was saved */
export async function saveCard(
  { userId, accountId, email }: { userId: string; accountId: string; email: string },
  { api }: RunningStripeApi,
  kind: CardKind = 'good',
): Promise<string> {
  const page = await cardSavingPage({ accountId, email, language: 'en-US' });
  const sessionId = page.split('/').at(-1)!;
  if (api.saveCard(sessionId, kind) === null) throw new Error(`No page of a card for ${userId}`);
  await storeCard({ accountId, sessionId });
  return sessionId;
}

/** A user with auto top-up on, whose balance is below the threshold. */
export async function lowPerson(
  stripe: RunningStripeApi,
  {
    kind = 'good',
    choice = CHOICE,
    creditMicro = 1_000_000n,
  }: { kind?: CardKind; choice?: TopUpChoice; creditMicro?: bigint } = {},
) {
  const person = await createAccount({ creditMicro, name: 'Ada' });
  await change(AUTOCOMMIT, 'UPDATE users SET email_verified_at = NOW(3) WHERE id = ?', [person.userId]);
  await saveCard(person, stripe, kind);
  await chooseTopUp(person.userId, choice);
  return person;
}

/** Runs all waiting jobs, due or not, once each. */
export async function doJobs(): Promise<void> {
  await change(
    AUTOCOMMIT,
    'UPDATE follow_ups SET due_at = NOW(3) - INTERVAL 1 MINUTE WHERE failed_at IS NULL',
  );
  const rows = await selectRows<{ id: string }>(
    AUTOCOMMIT,
    'SELECT id FROM follow_ups WHERE failed_at IS NULL ORDER BY id',
  );
  for (const { id } of rows) await runFollowUp(id, followUps);
}

/** One check of a worker. */
export const watch = (now?: Date): Promise<void> => watchTopUps(isAccountBanned, now);

/** One check of a worker, and the jobs after it. */
export async function turn(now = new Date()): Promise<void> {
  await watch(now);
  await doJobs();
}

export const topUpsOf = (accountId: string): Promise<TopUp[]> => listTopUps(AUTOCOMMIT, accountId, 100);

/** The waiting jobs, by their names. */
export async function waitingJobs(): Promise<string[]> {
  const rows = await selectRows<{ job: string }>(AUTOCOMMIT, 'SELECT job FROM follow_ups ORDER BY id');
  return rows.map(({ job }) => job);
}
