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

/** The switches of an account about what is stored of its API calls. */
export type Privacy = Pick<SessionUser, 'keepsCalls' | 'refusesStore'>;

interface NewDefaultModel {
  userId: string;
  /** The id of a model that answers in words, or `parlance/auto`; null is none. */
  model: string | null;
}

/** What a person sets for the own account, in micro-dollars; null for none. */
interface SpendingLimits {
  caps: SpendingCaps;
  /** The balance below which a mail is sent. */
  belowMicro: bigint | null;
}

/**
 * Stores what a user is called.
 * @throws AppError conflict naming `username` when somebody else has it
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

/** Stores where the picture of a user is, as a path of ours; null for none. */
export async function setAvatar(
  tx: Tx,
  { userId, path }: { userId: string; path: string | null },
): Promise<void> {
  await change(tx, 'UPDATE users SET avatar = ?, updated_at = ? WHERE id = ?', [path, new Date(), userId]);
}

/** Forgets the picture of a user where it is this one, whose file is gone. */
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
 * Stores the switches of an account. Its keys follow within a second; calls that are stored already stay until their
 * time is over.
 */
export async function setPrivacy(userId: string, { keepsCalls, refusesStore }: Privacy): Promise<void> {
  await change(
    AUTOCOMMIT,
    'UPDATE users SET keeps_calls = ?, refuses_store = ?, updated_at = ? WHERE id = ?',
    [keepsCalls ? 1 : 0, refusesStore ? 1 : 0, new Date(), userId],
  );
}

/**
 * Stores which model answers the calls of an account that name none. Its keys follow within a second.
 * @returns the id as it is stored: that of the successor for a retired one
 * @throws AppError model_not_found with the near names in `near`, unsupported_modality; both name `defaultModel`
 */
export async function setDefaultModel({ userId, model }: NewDefaultModel): Promise<string | null> {
  const stored = model === null ? null : await idInWords(model);
  await change(AUTOCOMMIT, 'UPDATE users SET default_model = ?, updated_at = ? WHERE id = ?', [
    stored,
    new Date(),
    userId,
  ]);
  return stored;
}

async function idInWords(wanted: string): Promise<string> {
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
 * Sets what a person lets the own account spend, and below which balance they are mailed. It is in force for every call
 * that is admitted after this returns.
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
