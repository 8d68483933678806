import { beforeEach, expect, it, vi } from 'vitest';
import type { FollowUp, FollowUpHandlers } from '#app/core/follow-ups/follow-up.ts';
import {
  listFailed,
  listOverdue,
  runFollowUp,
  tryAgain,
  writeFollowUps,
} from '#app/core/follow-ups/outbox.ts';
import { newId } from '#app/core/platform/ids.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { IS_FULL } from '#tests/setup/suite.ts';

beforeEach(emptyTables);

const job = (subject: string, generationId = newId()): FollowUp => ({
  job: 'title',
  subject,
  payload: { generationId },
});
const doing = (title: FollowUpHandlers['title']): FollowUpHandlers => ({
  title,
  'wake-parent': async () => undefined,
  'stop-steps': async () => undefined,
  'erase-account': async () => undefined,
  'mail-low-balance': async () => undefined,
  'expiry-notice': async () => undefined,
  'top-up': async () => undefined,
  'mail-top-up': async () => undefined,
  'take-card': async () => undefined,
  'detach-card': async () => undefined,
  'forget-customer': async () => undefined,
  'announce-job': async () => undefined,
  'deliver-webhook': async () => undefined,
  'mail-endpoint-off': async () => undefined,
  'write-archive': async () => undefined,
  'mail-archive': async () => undefined,
  'import-chats': async () => undefined,
});
const written = () => selectRows<{ id: string }>(AUTOCOMMIT, 'SELECT id FROM follow_ups');
const isDueNow = (id: string) =>
  change(AUTOCOMMIT, 'UPDATE follow_ups SET due_at = NOW(3) - INTERVAL 1 MINUTE WHERE id = ?', [id]);

it('runs after the transaction that wrote it, once, and never after one that failed', async () => {
  const [id] = await transaction((tx) => writeFollowUps(tx, [job('a', 'g1')]));
  await expect(
    transaction(async (tx) => {
      await writeFollowUps(tx, [job('b')]);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  expect(await written()).toEqual([{ id }]);
  const title = vi.fn<FollowUpHandlers['title']>(async () => undefined);
  await Promise.all(Array.from({ length: 8 }, () => runFollowUp(id!, doing(title))));
  expect(title.mock.calls).toEqual([[{ generationId: 'g1' }]]);
  expect(await written()).toEqual([]);
});

it('is claimed and deleted by many at once without a deadlock, also if an index is cheaper than the key', async () => {
  for (let round = 0; round < (IS_FULL ? 200 : 25); round += 1) {
    const [id] = await transaction((tx) => writeFollowUps(tx, [job(`a${round}`)]));
    await selectRows(AUTOCOMMIT, 'ANALYZE TABLE follow_ups');
    const title = vi.fn<FollowUpHandlers['title']>(async () => undefined);
    await Promise.all(Array.from({ length: 8 }, () => runFollowUp(id!, doing(title))));
    expect(title).toHaveBeenCalledTimes(1);
  }
});

it('for a subject that is already waiting is the same job', async () => {
  const first = await transaction((tx) => writeFollowUps(tx, [job('a', 'g1')]));
  await transaction((tx) => writeFollowUps(tx, [job('a', 'g2'), job('b', 'g3')]));
  expect(await written()).toHaveLength(2);
  const title = vi.fn<FollowUpHandlers['title']>(async () => undefined);
  await runFollowUp(first[0]!, doing(title));
  expect(title.mock.calls).toEqual([[{ generationId: 'g1' }]]);
});

it('is continued by another process when the one that began it died', async () => {
  const [id] = await transaction((tx) => writeFollowUps(tx, [job('a')]));
  expect(await listOverdue()).toEqual([]);
  // Its process never returns from it.
  void runFollowUp(
    id!,
    doing(() => new Promise(() => undefined)),
  );
  await expect.poll(() => selectRow(AUTOCOMMIT, 'SELECT tries FROM follow_ups')).toEqual({ tries: 1 });
  expect(await listOverdue()).toEqual([]);
  await isDueNow(id!);
  expect(await listOverdue()).toEqual([id]);
  await runFollowUp(
    id!,
    doing(async () => undefined),
  );
  expect(await written()).toEqual([]);
});

it('that fails is retried with growing delays, is given up with its error, and can be retried by hand', async () => {
  const [id] = await transaction((tx) => writeFollowUps(tx, [job('a')]));
  const title = vi.fn<FollowUpHandlers['title']>(async () => Promise.reject(new Error('no model answers')));
  const pauses: number[] = [];
  for (let tries = 0; tries < 12; tries += 1) {
    await runFollowUp(id!, doing(title));
    const row = await selectRow<{ pause: number }>(
      AUTOCOMMIT,
      'SELECT TIMESTAMPDIFF(SECOND, NOW(3), due_at) AS pause FROM follow_ups',
    );
    pauses.push(Number(row?.pause));
    await isDueNow(id!);
  }
  const growing = pauses.slice(0, 9);
  expect(growing).toEqual(growing.toSorted((one, other) => one - other));
  expect(pauses.at(-1)).toBeGreaterThan(500);
  expect(title).toHaveBeenCalledTimes(12);
  await runFollowUp(id!, doing(title));
  expect(title).toHaveBeenCalledTimes(12);
  expect(await listOverdue()).toEqual([]);
  expect(await listFailed(AUTOCOMMIT)).toMatchObject([{ id, tries: 12, lastError: 'no model answers' }]);

  expect(await tryAgain(AUTOCOMMIT, [id!])).toBe(1);
  await runFollowUp(
    id!,
    doing(async () => undefined),
  );
  expect(await written()).toEqual([]);
});

it('that has done a part is due again at its own time, with all its tries', async () => {
  const [id] = await transaction((tx) => writeFollowUps(tx, [job('a')]));
  await runFollowUp(
    id!,
    doing(async () => Promise.reject(new Error('not yet'))),
  );
  await isDueNow(id!);
  await runFollowUp(
    id!,
    doing(async () => ({ againInSeconds: 30 })),
  );
  const row = await selectRow<{ pause: number; tries: number; last_error: string | null }>(
    AUTOCOMMIT,
    'SELECT TIMESTAMPDIFF(SECOND, NOW(3), due_at) AS pause, tries, last_error FROM follow_ups',
  );
  expect(row).toMatchObject({ tries: 0, last_error: null });
  expect(Number(row?.pause)).toBeGreaterThan(20);
  await isDueNow(id!);
  await runFollowUp(
    id!,
    doing(async () => undefined),
  );
  expect(await written()).toEqual([]);
});
