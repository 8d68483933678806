import type { Translate } from '#app/ui/i18n/translation.ts';
import { z } from 'zod';
import { AppError } from '#app/contracts/errors.ts';
import { formatMicro, parseDollars } from '#app/contracts/money.ts';
import { readAudit } from '#app/core/accounts/audit.ts';
import { isBanned } from '#app/core/accounts/bans.ts';
import { listSessions } from '#app/core/accounts/sessions/sessions.ts';
import { findProfile, type UserProfile } from '#app/core/accounts/user-directory.ts';
import { viewApiKeys } from '#app/core/api-keys/key-view.ts';
import { announceBalance, readBalance } from '#app/core/ledger/balances.ts';
import { banAccount, changeRole, endSessionsOf, unbanAccount } from '#app/core/operator/access.ts';
import { giveCredit, GRANT_MAX_DOLLARS, isGrantable } from '#app/core/operator/credit.ts';
import { isId, newId } from '#app/core/platform/ids.ts';
import { viewEntries } from '#app/features/admin/audit/audit-page.server.ts';
import { userPath } from '#app/features/admin/operator-paths.ts';
import {
  doneAt,
  operatorAction,
  readOperatorForm,
  type SentForm,
} from '#app/features/admin/operator.server.ts';
import { readFields } from '#app/http/body/parse-form.ts';
import { pageLoader } from '#app/http/page/page-loader.ts';
import { AUTOCOMMIT, transaction } from '#db/transaction.ts';
import { REASON_MAX, USER_ACTS, type UserData, type UserFacts } from './user-data.ts';

/** Max entries of each list on the page. */
const SHOWN = 10;

const AGENT_LENGTH = 80;

const BUTTON = z.object({ act: z.enum(USER_ACTS) });

/**
 * Runs the form whose button was pressed on a user's page. A user who has deleted their account counts as
 * missing.
 */
export const actOnUser = operatorAction(async (sent) => {
  const profile = await findProfile(AUTOCOMMIT, String(sent.params.userId));
  if (!profile) throw new Response(null, { status: 404 });
  if (profile.deletedAt !== null) throw new AppError('not_found', { param: 'userId' });
  const { act } = readFields(sent.form, BUTTON);
  if (act === 'grant') return grant(sent, profile.id);
  if (act === 'ban') return ban(sent, profile.id);
  const on = { userId: profile.id, actor: sent.actor };
  const back = (done: string) => doneAt(userPath(profile.id), done);
  switch (act) {
    case 'unban':
      await transaction((tx) => unbanAccount(tx, on));
      return back('unbanned');
    case 'endSessions':
      await transaction((tx) => endSessionsOf(tx, on));
      return back('sessionsEnded');
    case 'makeAdmin':
      await transaction((tx) => changeRole(tx, { ...on, role: 'ADMIN' }));
      return back('madeAdmin');
    case 'removeAdmin':
      await transaction((tx) => changeRole(tx, { ...on, role: 'USER' }));
      return back('removedAdmin');
  }
});

const GRANT_MAX = formatMicro(BigInt(GRANT_MAX_DOLLARS) * 1_000_000n);

/** Loads the data of the user in the address, without secrets. @throws Response 404 */
export const loadUser = pageLoader({ auth: 'admin' }, async ({ user: admin, params }): Promise<UserData> => {
  const profile = await findProfile(AUTOCOMMIT, String(params.userId));
  if (!profile) throw new Response(null, { status: 404 });
  const { id } = profile;
  const [balance, sessions, keys, trail] = await Promise.all([
    readBalance(AUTOCOMMIT, id),
    listSessions(AUTOCOMMIT, id),
    viewApiKeys(AUTOCOMMIT, id),
    readAudit(AUTOCOMMIT, { person: { userId: id }, action: null, before: null, limit: SHOWN }),
  ]);
  return {
    user: toFacts(profile, balance),
    isSelf: id === admin.id,
    sessions: sessions.slice(0, SHOWN).map(({ id: sessionId, kind, userAgent, address, seenAt }) => ({
      id: sessionId,
      isApi: kind === 'api',
      agent: userAgent?.slice(0, AGENT_LENGTH) ?? null,
      address,
      seenAt: seenAt.toISOString(),
    })),
    sessionCount: sessions.length,
    keys: keys.slice(0, SHOWN).map(({ _id, name, value, state, lastUsedAt }) => ({
      id: _id,
      name,
      value,
      state,
      lastUsedAt,
    })),
    keyCount: keys.length,
    trail: await viewEntries(trail.entries),
    grantId: newId(),
  };
});

function toFacts(
  profile: UserProfile,
  { balanceMicro, heldMicro }: { balanceMicro: bigint; heldMicro: bigint },
): UserFacts {
  const { id, email, emailVerifiedAt, name, username, role, deletedAt, createdAt } = profile;
  const { bannedAt, bannedUntil, banReason } = profile;
  return {
    id,
    email,
    isVerified: emailVerifiedAt !== null,
    name,
    username,
    isAdmin: role === 'ADMIN',
    isDeleted: deletedAt !== null,
    createdAt: createdAt.toISOString(),
    ban:
      bannedAt !== null && isBanned(profile)
        ? { since: bannedAt.toISOString(), until: bannedUntil?.toISOString() ?? null, reason: banReason }
        : null,
    balanceMicro: balanceMicro.toString(),
    heldMicro: heldMicro.toString(),
  };
}

async function grant(sent: SentForm, userId: string) {
  const read = readOperatorForm(sent, 'grant', grantRules(sent.t));
  if ('answer' in read) return read.answer;
  const { amount: amountMicro, reason, grantId } = read.value;
  const isNew = await transaction((tx) =>
    giveCredit(tx, { userId, actor: sent.actor, amountMicro, reason, grantId }),
  );
  if (!isNew) return doneAt(userPath(userId), 'grantedBefore', { severity: 'info' });
  await announceBalance(userId);
  return doneAt(userPath(userId), 'granted', { params: { amount: formatMicro(amountMicro) } });
}

async function ban(sent: SentForm, userId: string) {
  const read = readOperatorForm(sent, 'ban', banRules(sent.t));
  if ('answer' in read) return read.answer;
  const { reason, until } = read.value;
  await transaction((tx) => banAccount(tx, { userId, actor: sent.actor, until, reason }));
  return doneAt(userPath(userId), 'banned');
}

/** Rules of a grant: an amount in dollars, a reason, and an id that prevents double credit. */
function grantRules(t: Translate<'admin'>) {
  return z.object({ amount: amountRule(t), reason: reasonRule(t), grantId: z.string().refine(isId) });
}

/** Rules of a ban: a reason, and optionally the day at whose beginning it ends. */
function banRules(t: Translate<'admin'>) {
  return z.object({ reason: reasonRule(t), until: dayRule(t) });
}

function reasonRule(t: Translate<'admin'>) {
  const message = t('error.reason', { max: REASON_MAX });
  return z.string(message).trim().min(1, message).max(REASON_MAX, message);
}

function amountRule(t: Translate<'admin'>) {
  return z
    .string()
    .default('')
    .transform((text, context) => {
      const micro = parseDollars(text);
      if (micro !== null && isGrantable(micro)) return micro;
      context.addIssue({ code: 'custom', message: t('error.amount', { max: GRANT_MAX }) });
      return z.NEVER;
    });
}

function dayRule(t: Translate<'admin'>) {
  return z
    .string()
    .trim()
    .default('')
    .transform((day, context) => {
      if (day === '') return null;
      const begin = new Date(`${day}T00:00:00Z`);
      if (/^\d{4}-\d{2}-\d{2}$/.test(day) && begin > new Date()) return begin;
      context.addIssue({ code: 'custom', message: t('error.day') });
      return z.NEVER;
    });
}
