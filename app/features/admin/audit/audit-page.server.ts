import { formatExactly } from '#app/contracts/money.ts';
import { listActions, readAudit, type AuditEntry, type AuditPerson } from '#app/core/accounts/audit.ts';
import { emailsOf } from '#app/core/accounts/user-directory.ts';
import { findUserByEmail } from '#app/core/accounts/user.ts';
import { isId } from '#app/core/platform/ids.ts';
import { refuseAction } from '#app/features/admin/operator.server.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { AUDIT_PERSON_MAX, type AuditData, type AuditLine, type AuditParty } from './audit-data.ts';

const VALUE_LENGTH = 200;

const MICRO = /^-?\d{1,19}$/;

/**
 * Loads the audit trail, newest entry first, filtered by `?person=` and `?act=`; `?before=` loads the next
 * page.
 */
export const loadAudit = pageLoader({ auth: 'admin' }, async ({ url }): Promise<AuditData> => {
  const params = url.searchParams;
  const person = (params.get('person') ?? '').slice(0, AUDIT_PERSON_MAX).trim();
  const named = params.get('before');
  const before = isId(named) ? named : null;
  const actions = await listActions(AUTOCOMMIT);
  // An action that never occurred is no filter: the whole list is more useful.
  const action = actions.find((one) => one === params.get('act')) ?? '';
  const who = person === '' ? null : await resolvePerson(person);
  const isUnknown = who === 'unknown';
  const { entries, nextBefore } = isUnknown
    ? { entries: [], nextBefore: null }
    : await readAudit(AUTOCOMMIT, { person: who, action: action || null, before });
  return {
    person,
    action,
    isUnknown,
    isLater: before !== null,
    actions,
    entries: await viewEntries(entries),
    nextBefore,
  };
});

export const actOnAudit = refuseAction;

/** Resolves a user by address or id, or another actor by name: `operator:root`, `system:limits`. */
async function resolvePerson(text: string): Promise<AuditPerson | 'unknown'> {
  if (isId(text.toLowerCase())) return { userId: text.toLowerCase() };
  if (/^(operator|system|user):/.test(text)) return { actor: text };
  const user = await findUserByEmail(AUTOCOMMIT, text);
  return user ? { userId: user.id } : 'unknown';
}

/** Formats entries of the trail for display: users by their addresses, amounts in dollars. */
export async function viewEntries(entries: readonly AuditEntry[]): Promise<AuditLine[]> {
  const named = entries.flatMap(({ actor, subjectId }) => [userIdOf(actor), subjectId]).filter(isId);
  const emails = await emailsOf(AUTOCOMMIT, named);
  const who = (userId: string | null, text: string): AuditParty => {
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

/** Formats `amountMicro: 2500000` as `amount: $2.50`. */
function readable(name: string, value: string): [string, string] {
  if (name.endsWith('Micro') && MICRO.test(value))
    return [name.slice(0, -'Micro'.length), formatExactly(BigInt(value))];
  return [name, value.length > VALUE_LENGTH ? `${value.slice(0, VALUE_LENGTH)}…` : value];
}
