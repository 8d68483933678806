import { expect, it } from 'vitest';
import { admitChat } from '#app/core/generation/admit/admit-chat.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { useEngine } from '#tests/setup/engine.ts';

process.env.WORKER_CONCURRENCY = '3';
useEngine();

/** How many generations are in each state. */
async function states(): Promise<Record<string, number>> {
  const rows = await selectRows<{ state: string; count: string }>(
    AUTOCOMMIT,
    "SELECT state, COUNT(*) AS count FROM generations WHERE target = 'message' GROUP BY state",
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}

it('runs no more at a time than a worker may, though many share a job, and all of them in the end', async () => {
  const { userId } = await createAccount({ creditMicro: 100_000_000n });
  const sends = Array.from({ length: 16 }, (_, index) =>
    chatSend(userId, `Hello ${index} [[sandbox: length=10 pace=20]]`),
  );
  await Promise.all(sends.map((send) => admitChat(send)));
  const seen: Record<string, number>[] = [];
  await expect
    .poll(async () => {
      seen.push(await states());
      return seen.at(-1)!.done ?? 0;
    })
    .toBe(16);
  const running = seen.map((counts) => counts.running ?? 0);
  expect(Math.max(...running)).toBe(3);
  expect(seen.some(({ queued = 0 }) => queued >= 8)).toBe(true);
});
