import { expect, it } from 'vitest';
import { admitMessage } from '#app/core/generation/admit/message.ts';
import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { chatSend } from '#tests/factories/chat-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { sandboxGate } from '#tests/fixtures/sandbox-gate.ts';
import { useEngine } from '#tests/setup/engine.ts';

process.env.WORKER_CONCURRENCY = '3';
const engine = useEngine();

/** The number of generations in each state. */
async function states(): Promise<Record<string, number>> {
  const rows = await selectRows<{ state: string; count: string }>(
    AUTOCOMMIT,
    "SELECT state, COUNT(*) AS count FROM generations WHERE target = 'message' GROUP BY state",
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}

it('never runs more than a worker’s limit at a time, though many share a job, and all of them in the end', async () => {
  const { userId } = await createAccount({ creditMicro: 100_000_000n });
  const sends = Array.from({ length: 16 }, (_, index) =>
    chatSend(userId, `Hello ${index} [[sandbox: length=10 pace=0 gate=busy]]`),
  );
  await Promise.all(sends.map((send) => admitMessage(send)));
  const gate = sandboxGate(engine.sandbox().url, 'busy');
  await expect.poll(gate.waiting).toBe(3);
  expect(await states()).toEqual({ running: 3, queued: 13 });
  const running: number[] = [];
  const done = async () => {
    await gate.open(0);
    const counts = await states();
    running.push(counts.running ?? 0);
    return counts.done ?? 0;
  };
  await expect.poll(done).toBe(16);
  expect(Math.max(...running)).toBeLessThanOrEqual(3);
});
