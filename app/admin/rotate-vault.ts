import { recordAudit } from '#app/core/accounts/record-audit.ts';
import { resealApiKeys } from '#app/core/api-keys/reseal-api-keys.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { Command } from './command.ts';

export const rotateVault: Command = {
  usage: '',
  help: 'Seals everything again with the first key of ENCRYPTION_KEYS, after a new one was put in front.',
  async run(tx, { actor }) {
    // Each secret by itself: nothing else waits, and what is done stays done.
    const { resealed, failed } = await resealApiKeys(AUTOCOMMIT);
    await recordAudit(tx, { actor, action: 'rotate-vault', subjectId: null, detail: { resealed, failed } });
    const done = `${resealed} secret(s) were sealed again.`;
    if (failed === 0) return [done, 'The older keys can be taken out of ENCRYPTION_KEYS.'];
    return [
      done,
      `${failed} could not be opened: a key is missing in ENCRYPTION_KEYS, or they were changed.`,
    ];
  },
};
