import type { LoaderFunctionArgs } from '@remix-run/node';
import { readAudit } from '#app/core/accounts/audit.ts';
import { isBanned } from '#app/core/accounts/bans.ts';
import { listSessions } from '#app/core/accounts/sessions/sessions.ts';
import { findProfile, type UserProfile } from '#app/core/accounts/user-directory.ts';
import { viewApiKeys } from '#app/core/api-keys/key-view.ts';
import { readBalance } from '#app/core/ledger/balances.ts';
import { newId } from '#app/core/platform/ids.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { viewEntries } from '../audit/view-entries.server.ts';
import { requireAdmin } from '../operator.server.ts';
import type { UserData, UserFacts } from './user-data.ts';

/** What of each list stands on the page. */
const SHOWN = 10;
const AGENT_LENGTH = 80;

/** What is known of the user whom the address names, without a secret. @throws Response 404 */
export async function loadUser({ request, context, params }: LoaderFunctionArgs): Promise<UserData> {
  const admin = await requireAdmin(request, context);
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
}

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
