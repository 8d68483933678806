/** Why a stored secret cannot be opened: its key is not in ENCRYPTION_KEYS, or it is not what was sealed. */
export type VaultFailure = 'unknown_key' | 'refused';

const MESSAGES: Record<VaultFailure, string> = {
  unknown_key: 'A stored secret was sealed with a key that ENCRYPTION_KEYS does not have.',
  refused: 'A stored secret was changed, or belongs to another owner or purpose.',
};

/** Says nothing of the secret, its owner or its key, and carries no cause: it may be logged. */
export class VaultError extends Error {
  readonly failure: VaultFailure;

  constructor(failure: VaultFailure) {
    super(MESSAGES[failure]);
    this.name = 'VaultError';
    this.failure = failure;
  }
}
