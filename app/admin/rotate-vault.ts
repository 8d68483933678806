import { recordAudit } from '#app/core/accounts/record-audit.ts';
import { resealApiKeys } from '#app/core/api-keys/reseal-api-keys.ts';
import { resealContents } from '#app/core/call-contents/call-contents.ts';
import { resealRequests } from '#app/core/generation/record/reseal-requests.ts';
import { resealAnswers } from '#app/core/idempotency/reseal-answers.ts';
import { resealKeys } from '#app/core/provider-keys/reseal-keys.ts';
import { resealResponses } from '#app/core/responses/kept-response.ts';
import { resealSecrets } from '#app/core/webhooks/reseal-secrets.ts';
import type { Resealed, SealedKind } from '#app/core/vault/vault.ts';
import { AUTOCOMMIT, type Tx } from '#db/transaction.ts';
import { Undone, type Command } from './command.ts';

interface Sealed {
  /** For the operator. */
  name: string;
  reseal: (tx: Tx) => Promise<Resealed>;
}

/** How everything that is sealed is sealed again: what is missing here does not compile. */
export const SEALED: Record<SealedKind, Sealed> = {
  'api-key': { name: 'hub keys', reseal: resealApiKeys },
  'call-content': { name: 'stored calls', reseal: resealContents },
  'idempotent-answer': { name: 'kept answers', reseal: resealAnswers },
  'provider-key': { name: 'keys of people for providers', reseal: resealKeys },
  request: { name: 'requests of open calls', reseal: resealRequests },
  response: { name: 'kept responses', reseal: resealResponses },
  'webhook-secret': { name: 'secrets of webhooks', reseal: resealSecrets },
};

const STILL_NEEDED = 'The older keys are still needed in ENCRYPTION_KEYS.';

export const rotateVault: Command = {
  usage: '',
  help: 'Seals everything again with the first key of ENCRYPTION_KEYS, after a new one was put in front.',
  async run(tx, { actor }) {
    const lines: string[] = [];
    const detail: Record<string, string> = {};
    let isComplete = true;
    for (const [kind, { name, reseal }] of Object.entries(SEALED)) {
      try {
        // Each secret by itself: nothing else waits, and what is done stays done.
        const { resealed, failed } = await reseal(AUTOCOMMIT);
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
