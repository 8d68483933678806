import { AppError } from '#app/contracts/errors.ts';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import { findModel } from '#app/core/catalogue/models.ts';
import { findAccount } from '#app/core/ledger/accounts.ts';
import { changeAlert } from '#app/core/ledger/balance-alerts.ts';
import { changeCaps, countMonth } from '#app/core/ledger/caps/stored-caps.ts';
import type { SpendingCaps } from '#app/core/ledger/caps/spending-cap.ts';
import { duplicateKey } from '#db/errors.ts';
import { change } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Tx } from '#db/transaction.ts';
import { recordAudit } from './audit.ts';
import type { SessionUser } from './sessions/session-user.ts';

interface Profile {
  userId: string;
  name: string;
  username: string | null;
}

/** An account's settings for storing its API calls. */
export type Privacy = Pick<SessionUser, 'keepsCalls' | 'refusesStore'>;

interface NewDefaultModel {
  userId: string;
  /** The id of a text model, or `parlance/auto`; null for none. */
  model: string | null;
}

/** Limits that a user sets for their own account, in micro-dollars; null for none. */
interface SpendingLimits {
  caps: SpendingCaps;
  /** The balance below which a mail is sent. */
  belowMicro: bigint | null;
}

/**
 * Stores the names of a user.
 * @throws AppError conflict naming `username` when another user has it
 */
export async function changeProfile(tx: Tx, { userId, name, username }: Profile): Promise<void> {
  try {
    await change(tx, 'UPDATE users SET name = ?, username = ?, updated_at = ? WHERE id = ?', [
      name,
      username,
      new Date(),
      userId,
    ]);
  } catch (error) {
    if (duplicateKey(error) === null) throw error;
    throw new AppError('conflict', { param: 'username', cause: error });
  }
}

/** Stores the path of a user's profile photo on this site; null for none. */
export async function setAvatar(
  tx: Tx,
  { userId, path }: { userId: string; path: string | null },
): Promise<void> {
  await change(tx, 'UPDATE users SET avatar = ?, updated_at = ? WHERE id = ?', [path, new Date(), userId]);
}

/** Clears a user's profile photo if it is this one, whose file is gone. */
export async function forgetAvatar(
  tx: Tx,
  { userId, path }: { userId: string; path: string },
): Promise<void> {
  await change(
    tx,
    'UPDATE users FORCE INDEX (PRIMARY) SET avatar = NULL, updated_at = ? WHERE id = ? AND avatar = ?',
    [new Date(), userId, path],
  );
}

/**
 * Stores the privacy settings of an account. They apply to its keys within a second; calls that are already
 * stored stay until their retention ends.
 */
export async function setPrivacy(userId: string, { keepsCalls, refusesStore }: Privacy): Promise<void> {
  await change(
    AUTOCOMMIT,
    'UPDATE users SET keeps_calls = ?, refuses_store = ?, updated_at = ? WHERE id = ?',
    [keepsCalls ? 1 : 0, refusesStore ? 1 : 0, new Date(), userId],
  );
}

/**
 * Stores the model for an account's calls that name none. It applies to its keys within a second.
 * @returns the stored id: that of the successor for a retired model
 * @throws AppError model_not_found with similar names in `near`, unsupported_modality; both name
 * `defaultModel`
 */
export async function setDefaultModel({ userId, model }: NewDefaultModel): Promise<string | null> {
  const stored = model === null ? null : await textModelId(model);
  await change(AUTOCOMMIT, 'UPDATE users SET default_model = ?, updated_at = ? WHERE id = ?', [
    stored,
    new Date(),
    userId,
  ]);
  return stored;
}

async function textModelId(wanted: string): Promise<string> {
  if (wanted === AUTO_MODEL) return wanted;
  try {
    const { id, supports } = await findModel(AUTOCOMMIT, wanted);
    if (supports.includes('text-to-text')) return id;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'model_not_found') throw error;
    const { message, params } = error;
    throw new AppError('model_not_found', { param: 'defaultModel', message, params });
  }
  const message = `${wanted} does not answer in words.`;
  throw new AppError('unsupported_modality', { param: 'defaultModel', message });
}

/**
 * Sets a user's spending caps, and the balance below which they get a mail. It applies to every call that is
 * admitted after this returns.
 * @throws AppError not_found for a user without an account
 */
export async function changeSpendingLimits(
  userId: string,
  { caps, belowMicro }: SpendingLimits,
): Promise<void> {
  const account = await findAccount(AUTOCOMMIT, userId);
  if (!account) throw new AppError('not_found');
  const { id: accountId, hasCaps } = account;
  const isFirst = !hasCaps && (caps.daily !== null || caps.monthly !== null);
  const counted = isFirst ? await countMonth(AUTOCOMMIT, accountId) : null;
  await transaction(async (tx) => {
    await changeCaps(tx, { accountId, caps, counted });
    await changeAlert(tx, { accountId, belowMicro });
    const text = (micro: bigint | null) => micro?.toString() ?? null;
    const detail = { daily: text(caps.daily), monthly: text(caps.monthly), below: text(belowMicro) };
    await recordAudit(tx, { actor: `user:${userId}`, action: 'spending-limits', subjectId: userId, detail });
  });
}
