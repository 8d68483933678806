import {
  deleteSessions,
  deleteUser,
  findDeletion,
  erasePersonalDataAgain,
} from '#app/core/accounts/deletion.ts';
import { announceKeyChange } from '#app/core/api-keys/key-changes.ts';
import { forgetKeys, listKeyIds, revokeAllKeys } from '#app/core/api-keys/revocation.ts';
import { eraseContents } from '#app/core/call-contents/call-contents.ts';
import { eraseConversations } from '#app/core/conversations/deletion.ts';
import { eraseFolders } from '#app/core/conversations/folders.ts';
import { deleteArchive } from '#app/core/exports/archive/archive.ts';
import { deleteAllFiles, forgetFileUsage } from '#app/core/files/records/file-rows.ts';
import type { Again } from '#app/core/follow-ups/follow-up.ts';
import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { eraseGenerationContents } from '#app/core/generation/record/retention.ts';
import { stopAllRuns } from '#app/core/generation/recover/stop.ts';
import { forgetCalls } from '#app/core/idempotency/known-calls.ts';
import { eraseImports } from '#app/core/imports/uploads.ts';
import { forfeitCredit, forgetLimits, forgetLots } from '#app/core/ledger/account-lifecycle.ts';
import { findAccount } from '#app/core/ledger/accounts.ts';
import { forgetPayer } from '#app/core/payments/purchase.ts';
import { forgetTopUps } from '#app/core/payments/top-ups/card.ts';
import { erasePlaygrounds } from '#app/core/playground/deletion.ts';
import { erasePresets } from '#app/core/presets/saved-presets.ts';
import { eraseTemplates } from '#app/core/prompts/own-templates.ts';
import { eraseKeys, revokeKeys } from '#app/core/provider-keys/provider-keys.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { eraseResponses } from '#app/core/responses/responses.ts';
import { eraseIndex } from '#app/core/search/documents.ts';
import { eraseShares } from '#app/core/shares/ending.ts';
import { eraseEndpoints } from '#app/core/webhooks/endpoint-changes.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';

/** Max rows per statement. */
const BATCH = 500;

/** Milliseconds of one turn of the job; less than its lease, so that no two workers run it. */
const TURN_MS = 5_000;

/** Milliseconds after which requests that were open at the deletion have ended; their data is erased, too. */
const GRACE_MS = 60_000;

/** Seconds to wait for stopped runs: they are closed within a second, those of a lost worker later. */
const AGAIN_FOR_RUNS_S = 2;

/**
 * Deletes an account. Once this commits, the row has no personal data, no session or key is valid, the free
 * credit is forfeited, no card is charged any more, and the job that erases the rest is in the outbox.
 * Harmless when repeated.
 * @throws AppError conflict naming `role` for the last administrator
 */
export async function deleteAccount(userId: string): Promise<void> {
  const done = await transaction(async (tx) => {
    if (!(await deleteUser(tx, userId))) return { keys: [], followUps: [] };
    await forfeitCredit(tx, { userId, reference: `deleted:${userId}` });
    const account = await findAccount(tx, userId);
    // In the same transaction: forfeited credit must not be topped up.
    const cards = account ? await forgetTopUps(tx, account.id) : [];
    const keys = await revokeAllKeys(tx, userId);
    await revokeKeys(tx, userId);
    const followUps = await writeFollowUps(tx, [
      { job: 'erase-account', subject: userId, payload: { userId } },
    ]);
    return { keys, followUps: [...followUps, ...cards] };
  });
  for (const id of done.followUps) enqueueFollowUp(id);
  await Promise.all(done.keys.map(announceKeyChange));
}

/**
 * Erases the data of a deleted account, batch by batch: each is committed separately, so that a killed job
 * continues where it was. Ledger entries, and the amounts and times of calls, stay.
 * @returns seconds until the next turn; undefined when nothing is left
 */
export async function eraseAccount({ userId }: { userId: string }): Promise<Again | undefined> {
  const deletedAt = await findDeletion(AUTOCOMMIT, userId);
  if (deletedAt === null) return undefined;
  const isOver = turn();
  const open = await stopAllRuns(userId, BATCH);
  if (!(await eraseRows(userId, isOver))) return { againInSeconds: 0 };
  if (open > 0) return { againInSeconds: AGAIN_FOR_RUNS_S };
  const wait = deletedAt.getTime() + GRACE_MS - Date.now();
  if (wait > 0) return { againInSeconds: Math.ceil(wait / 1000) };
  await erasePersonalDataAgain(AUTOCOMMIT, userId);
  await transaction((tx) => forfeitCredit(tx, { userId, reference: `deleted:${userId}:rest` }));
  return undefined;
}

/** @returns false if the turn was over first */
async function eraseRows(userId: string, isOver: () => boolean): Promise<boolean> {
  const keyIds = await listKeyIds(userId);
  const erasers = [
    // A link opens for no reader from the deletion on, because its owner is deleted.
    () => eraseShares(userId, BATCH),
    // First: an import that runs stores no further conversations.
    () => eraseImports(userId, BATCH),
    () => eraseConversations(userId, BATCH),
    () => eraseFolders(userId, BATCH),
    () => eraseIndex(userId, BATCH),
    () => erasePresets(userId, BATCH),
    () => eraseTemplates(userId, BATCH),
    () => deleteAllFiles(userId, BATCH),
    () => erasePlaygrounds(userId, BATCH),
    () => forgetCalls(keyIds, BATCH),
    () => eraseResponses(userId, BATCH),
    () => eraseContents(userId, BATCH),
    () => forgetKeys(userId, BATCH),
    () => eraseKeys(userId, BATCH),
    () => deleteSessions(userId, BATCH),
    () => eraseEndpoints(userId, BATCH),
    () => deleteArchive(userId),
  ];
  for (const erase of erasers) {
    while ((await erase()) > 0) if (isOver()) return false;
  }
  await forgetFileUsage(userId);
  let last: string | null = '';
  while ((last = await eraseGenerationContents(userId, last, BATCH)) !== null) if (isOver()) return false;
  const account = await findAccount(AUTOCOMMIT, userId);
  if (account) {
    await forgetPayer(AUTOCOMMIT, account.id);
    await transaction((tx) => forgetLimits(tx, account.id));
    await forgetLots(AUTOCOMMIT, account.id);
    (await transaction((tx) => forgetTopUps(tx, account.id))).forEach(enqueueFollowUp);
  }
  return true;
}

function turn(): () => boolean {
  const end = performance.now() + TURN_MS;
  return () => performance.now() > end;
}
