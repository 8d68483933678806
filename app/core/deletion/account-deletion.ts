import { deleteSessions, deleteUser, findDeletion, forgetPersonAgain } from '#app/core/accounts/deletion.ts';
import { announceKeyChange } from '#app/core/api-keys/key-changes.ts';
import { forgetKeys, listKeyIds, revokeAllKeys } from '#app/core/api-keys/revocation.ts';
import { eraseContents } from '#app/core/call-contents/call-contents.ts';
import { eraseConversations } from '#app/core/conversations/deletion.ts';
import { deleteAllFiles, forgetFileUsage } from '#app/core/files/records/file-rows.ts';
import type { Again } from '#app/core/follow-ups/follow-up.ts';
import { writeFollowUps } from '#app/core/follow-ups/outbox.ts';
import { emptyGenerations } from '#app/core/generation/record/retention.ts';
import { stopAllRuns } from '#app/core/generation/recover/stop.ts';
import { forgetCalls } from '#app/core/idempotency/known-calls.ts';
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
import { eraseEndpoints } from '#app/core/webhooks/endpoint-changes.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';

/** Rows that one statement takes. */
const BATCH = 500;

/** One turn of the job; less than its lease, so that no two workers have it. */
const TURN_MS = 5_000;

/** What was under way when the account was deleted has ended by then, and what it wrote is erased, too. */
const GRACE_MS = 60_000;

/** Runs that were told to stop are closed within a second, those of a lost worker later. */
const AGAIN_FOR_RUNS_S = 2;

/**
 * Deletes an account. With the commit the person is out of its row, no session and no key opens it, its free credit is
 * forfeited, no card is charged for it any more, and the job that erases the rest stands in the outbox. Harmless when repeated.
 * @throws AppError conflict naming `role` for the last administrator
 */
export async function deleteAccount(userId: string): Promise<void> {
  const done = await transaction(async (tx) => {
    if (!(await deleteUser(tx, userId))) return { keys: [], followUps: [] };
    await forfeitCredit(tx, { userId, reference: `deleted:${userId}` });
    const account = await findAccount(tx, userId);
    // With the commit: what is forfeited must not be topped up.
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
 * Erases what a deleted account leaves, batch by batch: each is committed by itself, so that a job that is killed goes
 * on where it was. Ledger entries, and the amounts and times of calls, stay.
 * @returns when to come back, until nothing is left
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
  await forgetPersonAgain(AUTOCOMMIT, userId);
  await transaction((tx) => forfeitCredit(tx, { userId, reference: `deleted:${userId}:rest` }));
  return undefined;
}

/** @returns false where the turn was over first */
async function eraseRows(userId: string, isOver: () => boolean): Promise<boolean> {
  const keyIds = await listKeyIds(userId);
  const erasers = [
    () => eraseConversations(userId, BATCH),
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
  ];
  for (const erase of erasers) {
    while ((await erase()) > 0) if (isOver()) return false;
  }
  await forgetFileUsage(userId);
  let last: string | null = '';
  while ((last = await emptyGenerations(userId, last, BATCH)) !== null) if (isOver()) return false;
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
