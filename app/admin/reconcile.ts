import { recordAudit } from '#app/core/accounts/record-audit.ts';
import { listReconciliations } from '#app/core/usage/list-reconciliations.ts';
import { reconcileNow } from '#app/core/usage/reconcile.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { Undone, UsageError, type Command } from './command.ts';

export const reconcile: Command = {
  usage: '[full]',
  help: 'Compares roll-ups of usage with rows, and balances with ledgers: of the last days, or in full; puts roll-ups right.',
  async run(tx, { words: [extent], actor }) {
    if (extent !== undefined && extent !== 'full') throw new UsageError('Say `full`, or nothing.');
    // Batch by batch, each committed by itself: nothing is locked for long.
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
