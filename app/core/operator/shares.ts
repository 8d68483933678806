import { sharePath } from '#app/contracts/shares/share.ts';
import { recordAudit } from '#app/core/accounts/audit.ts';
import { revokeIn } from '#app/core/shares/links.ts';
import { lockByToken } from '#app/core/shares/share.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Acting } from './act.ts';

/** Finds the token in an address of a shared chat, with or without the rest of an address. */
export function tokenIn(address: string): string {
  const path = address.split(/[?#]/, 1)[0]!;
  const at = path.lastIndexOf(sharePath(''));
  return at < 0 ? path : path.slice(at + sharePath('').length).split('/', 1)[0]!;
}

/**
 * Revokes a link to a shared chat, for example after a report of abuse: it opens for no reader from the commit
 * on. The audit entry names its owner, its chat and the reason, and not the token.
 * @returns the id of its owner; null if there is no such link, or it was revoked before
 */
export async function revokeLink(
  tx: Transaction,
  { actor, token, reason }: Acting & { token: string; reason: string | null },
): Promise<string | null> {
  const share = await lockByToken(tx, token);
  if (share === null) return null;
  await revokeIn(tx, share);
  const { userId, conversationId } = share;
  const detail = { shareId: share.id, conversationId, reason };
  await recordAudit(tx, { actor, action: 'revoke-share', subjectId: userId, detail });
  return userId;
}
