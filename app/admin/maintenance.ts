import { recordAudit } from '#app/core/accounts/audit.ts';
import { findUserById } from '#app/core/accounts/user.ts';
import { SEALED_KEYS } from '#app/core/api-keys/sealed-value.ts';
import { SEALED_CONTENTS } from '#app/core/call-contents/call-contents.ts';
import { listFailed } from '#app/core/follow-ups/outbox.ts';
import { SEALED_REQUESTS } from '#app/core/generation/record/request-file.ts';
import { findByRequest } from '#app/core/generation/report/runs.ts';
import { SEALED_ANSWERS } from '#app/core/idempotency/stored-answers.ts';
import { retryJob } from '#app/core/operator/failed-jobs.ts';
import { SEALED_PROVIDER_KEYS } from '#app/core/provider-keys/provider-keys.ts';
import { enqueueFollowUp } from '#app/core/queue/enqueue.ts';
import { SEALED_RESPONSES } from '#app/core/responses/stored-response.ts';
import { reconcileNow } from '#app/core/usage/reconciliation.ts';
import { listReconciliations } from '#app/core/usage/reconciliations.ts';
import { reseal, type SealedTexts } from '#app/core/vault/reseal.ts';
import type { SealedKind } from '#app/core/vault/vault.ts';
import { SEALED_SECRETS } from '#app/core/webhooks/secret.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { Undone, UsageError, type Command } from './command.ts';

interface Sealed {
  /** Shown to the operator. */
  name: string;
  texts: readonly SealedTexts[];
}

/** The sealed texts of each kind, in one table: a missing kind is a compile error. */
export const SEALED: Record<SealedKind, Sealed> = {
  'api-key': { name: 'hub keys', texts: SEALED_KEYS },
  'call-content': { name: 'stored calls', texts: SEALED_CONTENTS },
  'idempotent-answer': { name: 'kept answers', texts: SEALED_ANSWERS },
  'provider-key': { name: 'keys of people for providers', texts: SEALED_PROVIDER_KEYS },
  request: { name: 'requests of open calls', texts: SEALED_REQUESTS },
  response: { name: 'kept responses', texts: SEALED_RESPONSES },
  'webhook-secret': { name: 'secrets of webhooks', texts: SEALED_SECRETS },
};

const STILL_NEEDED = 'The older keys are still needed in ENCRYPTION_KEYS.';

export const rotateVault: Command = {
  usage: '',
  help: 'Seals everything again with the first key of ENCRYPTION_KEYS, after a new one was put in front.',
  async run(tx, { actor }) {
    const lines: string[] = [];
    const detail: Record<string, string> = {};
    let isComplete = true;
    for (const [kind, { name, texts }] of Object.entries(SEALED)) {
      try {
        // Each secret is committed separately: nothing else waits, and finished work is kept.
        const { resealed, failed } = await reseal(AUTOCOMMIT, texts);
        detail[kind] = `${resealed} sealed again${failed === 0 ? '' : `, ${failed} could not be opened`}`;
        isComplete &&= failed === 0;
      } catch (error) {
        detail[kind] = `given up: ${(error as Error).message}`;
        isComplete = false;
      }
      lines.push(`${name}: ${detail[kind]}`);
    }
    await recordAudit(tx, { actor, action: 'rotate-vault', subjectId: null, detail });
    if (isComplete) return [...lines, 'The older keys can be taken out of ENCRYPTION_KEYS.'];
    return new Undone([
      ...lines,
      `${STILL_NEEDED} A key is missing there, what was sealed was changed, or a store is away.`,
    ]);
  },
};

export const find: Command = {
  usage: '<request id>',
  help: 'Tells what became of a request, by the id that its answer and the error page show.',
  async run(tx, { words, actor }) {
    const [requestId] = words;
    if (!requestId) throw new UsageError('Name the request by its id.');
    const runs = await findByRequest(tx, requestId);
    const subjectId = runs[0]?.id ?? null;
    await recordAudit(tx, {
      actor,
      action: 'find',
      subjectId,
      detail: { requestId: requestId.slice(0, 64) },
    });
    if (runs.length === 0)
      return new Undone([`No generation was begun by ${requestId}; look for the id in the log.`]);
    const email = (await findUserById(tx, runs[0]?.userId ?? ''))?.email ?? null;
    return runs.map((run) => JSON.stringify({ ...run, email }, null, 2));
  },
};

export const failedJobs: Command = {
  usage: '[<job id>]',
  help: 'Lists the follow-up jobs that were given up, with their last error; with an id, has that one tried again.',
  async run(tx, { words: [id], actor, afterCommit }) {
    if (id) {
      if (!(await retryJob(tx, { jobId: id, actor })))
        return new Undone([`No job that was given up is called ${id}.`]);
      afterCommit(async () => enqueueFollowUp(id));
      return [`${id} is tried again.`];
    }
    const failed = await listFailed(tx);
    if (failed.length === 0) return ['No follow-up job was given up.'];
    return failed.map((job) => JSON.stringify(job, null, 2));
  },
};

export const reconcile: Command = {
  usage: '[full]',
  help: 'Compares roll-ups of usage with rows, and balances with ledgers: of the last days, or in full; puts roll-ups right.',
  async run(tx, { words: [extent], actor }) {
    if (extent !== undefined && extent !== 'full') throw new UsageError('Say `full`, or nothing.');
    // Batch by batch, each committed separately: nothing is locked for long.
    const isDone = await reconcileNow({ isFull: extent === 'full' });
    if (!isDone)
      return new Undone(['Another process is at it. `npm run admin -- reconcile` again in a minute.']);
    const found = await listReconciliations(AUTOCOMMIT);
    const detail = Object.fromEntries(found.map(({ what, mismatches }) => [what, mismatches]));
    await recordAudit(tx, { actor, action: 'reconcile', subjectId: null, detail });
    return found.flatMap(({ what, compared, mismatches, examples }) => [
      `${what}: ${compared} compared, ${mismatches === 0 ? 'all alike' : `${mismatches} differ`}`,
      ...examples.map((example) => `  ${example}`),
    ]);
  },
};
