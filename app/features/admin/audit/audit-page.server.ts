import type { LoaderFunctionArgs } from '@remix-run/node';
import { findUserByEmail } from '#app/core/accounts/user.ts';
import { listActions, readAudit, type AuditPerson } from '#app/core/accounts/audit.ts';
import { isId } from '#app/core/platform/ids.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { refuseAction, requireAdmin } from '../operator.server.ts';
import { AUDIT_PERSON_MAX, type AuditData } from './audit-data.ts';
import { viewEntries } from './view-entries.server.ts';

/** The trail, the newest act first, of `?person=` and of `?act=` where they are named; `?before=` goes on. */
export async function loadAudit({ request, context }: LoaderFunctionArgs): Promise<AuditData> {
  await requireAdmin(request, context);
  const params = new URL(request.url).searchParams;
  const person = (params.get('person') ?? '').slice(0, AUDIT_PERSON_MAX).trim();
  const named = params.get('before');
  const before = isId(named) ? named : null;
  const actions = await listActions(AUTOCOMMIT);
  // An act that nobody has done is no filter: the whole list is nearer.
  const action = actions.find((one) => one === params.get('act')) ?? '';
  const who = person === '' ? null : await personNamed(person);
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
}

export const actOnAudit = refuseAction;

/** A user by address or id, or who acts by another name: `operator:root`, `system:limits`. */
async function personNamed(text: string): Promise<AuditPerson | 'unknown'> {
  if (isId(text.toLowerCase())) return { userId: text.toLowerCase() };
  if (/^(operator|system|user):/.test(text)) return { actor: text };
  const user = await findUserByEmail(AUTOCOMMIT, text);
  return user ? { userId: user.id } : 'unknown';
}
