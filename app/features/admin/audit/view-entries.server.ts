import { formatExactly } from '#app/contracts/money.ts';
import type { AuditEntry } from '#app/core/accounts/audit.ts';
import { emailsOf } from '#app/core/accounts/user-directory.ts';
import { isId } from '#app/core/platform/ids.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { AuditLine, AuditWho } from './audit-data.ts';

const VALUE_LENGTH = 200;
const MICRO = /^-?\d{1,19}$/;

/** Entries of the trail for people: users by their addresses, amounts in dollars. */
export async function viewEntries(entries: readonly AuditEntry[]): Promise<AuditLine[]> {
  const named = entries.flatMap(({ actor, subjectId }) => [userIdOf(actor), subjectId]).filter(isId);
  const emails = await emailsOf(AUTOCOMMIT, named);
  const who = (userId: string | null, text: string): AuditWho => {
    const email = userId === null ? undefined : emails.get(userId);
    return { text: email ?? text, userId: email === undefined ? null : userId };
  };
  return entries.map(({ id, actor, action, subjectId, detail, createdAt }) => ({
    id,
    actor: who(userIdOf(actor), actor),
    action,
    subject: subjectId === null ? null : who(subjectId, subjectId),
    detail: Object.entries(detail).flatMap(([name, value]): [string, string][] =>
      value === null ? [] : [readable(name, String(value))],
    ),
    createdAt: createdAt.toISOString(),
  }));
}

function userIdOf(actor: string): string | null {
  return actor.startsWith('user:') ? actor.slice('user:'.length) : null;
}

/** `amountMicro: 2500000` as `amount: $2.50`. */
function readable(name: string, value: string): [string, string] {
  if (name.endsWith('Micro') && MICRO.test(value))
    return [name.slice(0, -'Micro'.length), formatExactly(BigInt(value))];
  return [name, value.length > VALUE_LENGTH ? `${value.slice(0, VALUE_LENGTH)}…` : value];
}
