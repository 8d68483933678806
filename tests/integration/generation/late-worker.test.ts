import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LogEntry } from '#app/contracts/generation.ts';
import { readLog } from '#app/core/generation/stream/log.ts';
import { config } from '#app/core/platform/config.ts';
import { closeQueue, openQueue } from '#app/core/queue/enqueue.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { admitSend } from '#tests/factories/admit-send.ts';
import { createAccount } from '#tests/factories/create-account.ts';
import { soundBalance } from '#tests/fixtures/ledger-sums.ts';
import { readEnd } from '#tests/fixtures/engine-call.ts';
import { conclude, appendOutput, stopHeart, takeRun, type Hand } from '#tests/fixtures/hand-worker.ts';
import { generationOf } from '#tests/fixtures/generation-row.ts';
import { sweepUntil } from '#tests/fixtures/sweep-until.ts';
import { useUnservedModel } from '#tests/setup/unserved-model.ts';
import { metricOf } from '#tests/fixtures/metric-of.ts';

const CREDIT = 1_000_000n;
const LOST = 'parlance_lost_runs_total';
const FENCED = 'parlance_fenced_writes_total{to="log"}';

useUnservedModel();
beforeAll(() => openQueue(config().REDIS_URL));
afterAll(() => closeQueue());

/** A run claimed by a worker that is paused from now on. */
async function pausedRun(words: string): Promise<Hand & { userId: string; id: string }> {
  const { userId } = await createAccount({ creditMicro: CREDIT });
  const { id } = await admitSend(userId);
  const hand = await takeRun(id, 1);
  if (words !== '') await appendOutput(hand, words);
  await stopHeart(hand);
  return { ...hand, userId, id };
}

const chargesOf = (id: string) =>
  selectRows<{ amount_micro: string }>(
    AUTOCOMMIT,
    'SELECT amount_micro FROM ledger_entries WHERE reference = ?',
    [`charge:${id}`],
  );

const entriesOf = async (id: string): Promise<LogEntry[]> =>
  (await readLog(id, 0)).events.map(({ event }) => event);

const textOf = async (id: string) =>
  (
    await selectRow<{ text: string }>(
      AUTOCOMMIT,
      'SELECT text FROM messages WHERE id = (SELECT reply_message_id FROM generations WHERE id = ?)',
      [id],
    )
  )?.text;

it('a worker whose run was closed as lost meanwhile settles nothing and outputs nothing more', async () => {
  const late = await pausedRun('Once upon');
  const { id, userId } = late;
  const [lost, fenced] = [await metricOf(LOST), await metricOf(FENCED)];
  await sweepUntil(id, 'interrupted');
  expect(await metricOf(LOST)).toBe(lost + 1);
  const closed = { end: await readEnd(id), log: await entriesOf(id) };
  expect(closed.end.chargedMicro).toBeGreaterThan(0);
  expect(closed.log.at(-1)).toMatchObject({ type: 'end', state: 'interrupted' });

  await conclude(late, ' a time there was a worker that overslept');
  expect(late.reply.abort.signal.reason).toMatchObject({ reason: 'lost' });
  expect(await metricOf(FENCED)).toBe(fenced + 1);
  expect({ end: await readEnd(id), log: await entriesOf(id) }).toEqual(closed);
  expect(await textOf(id)).toBe('Once upon');
  expect(await chargesOf(id)).toEqual([{ amount_micro: String(-closed.end.chargedMicro) }]);
  expect(await soundBalance(userId)).toBe(CREDIT - BigInt(closed.end.chargedMicro));
});

it('a worker whose run was given to another meanwhile neither ends nor disturbs that one', async () => {
  const late = await pausedRun('');
  const { id, userId } = late;
  const attempt = await sweepUntil(id, 'queued');
  const next = await takeRun(id, attempt + 1);
  await appendOutput(next, 'Good');

  await conclude(late, 'I overslept');
  expect(late.reply.abort.signal.reason).toMatchObject({ reason: 'lost' });
  expect(await generationOf(id)).toMatchObject({ state: 'running', attempt: attempt + 1 });
  expect(await chargesOf(id)).toEqual([]);

  await conclude(next, ' morning');
  const { chargedMicro } = await readEnd(id);
  expect(await generationOf(id)).toMatchObject({ state: 'done', attempt: attempt + 1 });
  expect(await textOf(id)).toBe('Good morning');
  expect(await chargesOf(id)).toEqual([{ amount_micro: String(-chargedMicro) }]);
  expect(await soundBalance(userId)).toBe(CREDIT - BigInt(chargedMicro));
});
