import { AppError } from '#app/contracts/errors.ts';
import {
  isShareToken,
  type ShareLevel,
  type ShareScope,
  type ShareState,
} from '#app/contracts/shares/share.ts';
import { isId } from '#app/core/platform/ids.ts';
import { columnList, flag, plain, rowReader, rowWriter, type Fields } from '#db/columns.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';

const COLUMNS = {
  id: plain<string>('id'),
  /** The secret part of the address, as random as a key of 128 bits. */
  token: plain<string>('token'),
  userId: plain<string>('user_id'),
  conversationId: plain<string>('conversation_id'),
  title: plain<string>('title'),
  /** Previews of the link in other applications show the title; else only the name of the product. */
  showsTitleInCard: flag('shows_title_in_card'),
  level: plain<ShareLevel>('level'),
  passwordHash: plain<string | null>('password_hash'),
  expiresAt: plain<Date | null>('expires_at'),
  revokedAt: plain<Date | null>('revoked_at'),
  /** Counts the snapshots, from 1. */
  revision: plain<number>('revision'),
  scope: plain<ShareScope>('scope'),
  hasFiles: flag('has_files'),
  hasThinking: flag('has_thinking'),
  hasPrompt: flag('has_prompt'),
  /** The system prompt at the time of the snapshot; null if it is not shown, or there was none. */
  prompt: plain<string | null>('prompt'),
  /** The name that is shown; null for none. */
  author: plain<string | null>('author'),
  endpoint: plain<string>('endpoint'),
  model: plain<string>('model'),
  /** The place of the last message of the branch that is shown first. */
  leafPlace: plain<number>('leaf_place'),
  messageCount: plain<number>('message_count'),
  views: plain<number>('views'),
  createdAt: plain<Date>('created_at'),
  /** Time of the snapshot. */
  updatedAt: plain<Date>('updated_at'),
};

const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

const SELECT = `SELECT ${columnList(COLUMNS, NAMES)} FROM shares`;

/** True for a link whose chat is not in the trash. */
const HAS_CHAT = 'EXISTS (SELECT 1 FROM conversations c WHERE c.id = shares.conversation_id)';

/** A link to a snapshot, with its secrets: for the server only. */
export type Share = Fields<typeof COLUMNS>;

const toShare = rowReader(COLUMNS, NAMES);

type Row = Record<string, unknown>;

/** The INSERT of a link, without its values. */
export const INSERT_SHARE = `INSERT INTO shares (${columnList(COLUMNS, NAMES)}) VALUES (?)`;

/** The values of a link for `INSERT_SHARE`. */
export const toShareRow = rowWriter(COLUMNS, NAMES);

/** The id of a link, and the user who claims to own it. */
export interface NamedShare {
  userId: string;
  shareId: string;
}

/** The state of a link at a moment; a ban or a setting of the operator may close an active one. */
export function stateOf(
  { expiresAt, revokedAt }: Pick<Share, 'expiresAt' | 'revokedAt'>,
  now = new Date(),
): ShareState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}

/**
 * Finds a link by its token, in any state, unless its chat is in the trash.
 * @param token in the form of a token
 */
export async function findByToken(tx: Tx, token: string): Promise<Share | null> {
  const row = await selectRow<Row>(tx, `${SELECT} WHERE token = ? AND ${HAS_CHAT}`, [token]);
  return row ? toShare(row) : null;
}

/** Locks a link of any user that is not revoked, until the transaction ends; also one whose chat is in the trash. */
export async function lockByToken(tx: Transaction, token: string): Promise<Share | null> {
  const row = isShareToken(token)
    ? await selectRow<Row>(tx, `${SELECT} WHERE token = ? AND revoked_at IS NULL FOR UPDATE`, [token])
    : undefined;
  return row ? toShare(row) : null;
}

/**
 * Finds one link of a user.
 * @throws AppError not_found when it is not theirs or does not exist
 */
export async function findOwnShare(tx: Tx, { userId, shareId }: NamedShare): Promise<Share> {
  const row = isId(shareId)
    ? await selectRow<Row>(tx, `${SELECT} WHERE id = ? AND user_id = ?`, [shareId, userId])
    : undefined;
  if (!row) throw new AppError('not_found', { message: 'There is no such link.', param: 'shareId' });
  return toShare(row);
}

/**
 * Locks a link of a user that is not revoked, until the transaction ends.
 * @throws AppError not_found
 */
export async function lockOwnShare(tx: Transaction, { userId, shareId }: NamedShare): Promise<Share> {
  const row = isId(shareId)
    ? await selectRow<Row>(
        tx,
        `${SELECT} FORCE INDEX (PRIMARY) WHERE id = ? AND user_id = ? AND revoked_at IS NULL FOR UPDATE`,
        [shareId, userId],
      )
    : undefined;
  if (!row) throw new AppError('not_found', { message: 'There is no such link.', param: 'shareId' });
  return toShare(row);
}

/** Lists the links of a chat of a user, newest first, without revoked ones. */
export async function listSharesOf(
  tx: Tx,
  { userId, conversationId }: { userId: string; conversationId: string },
): Promise<Share[]> {
  const rows = await selectRows<Row>(
    tx,
    `${SELECT} WHERE conversation_id = ? AND user_id = ? AND revoked_at IS NULL ORDER BY id DESC`,
    [conversationId, userId],
  );
  return rows.map(toShare);
}

/**
 * Lists links of a user in any state, newest first, without those whose chats are in the trash.
 * @param page.before the last id of the previous page; '' for the first page
 */
export async function listShares(
  tx: Tx,
  { userId, before, max }: { userId: string; before: string; max: number },
): Promise<Share[]> {
  const rows = await selectRows<Row>(
    tx,
    `${SELECT} WHERE user_id = ? AND (? = '' OR id < ?) AND ${HAS_CHAT} ORDER BY id DESC LIMIT ?`,
    [userId, before, before, max],
  );
  return rows.map(toShare);
}

/**
 * Lists links of a user in the order of their ids.
 * @param page.after the last id of the previous page; '' for the first page
 */
export async function pageShares(
  tx: Tx,
  { userId, after, max }: { userId: string; after: string; max: number },
): Promise<Share[]> {
  const rows = await selectRows<Row>(tx, `${SELECT} WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?`, [
    userId,
    after,
    max,
  ]);
  return rows.map(toShare);
}

/** A link in its owner's data export: without the hash of its password. */
export function describeShare({ passwordHash, ...share }: Share) {
  return { ...share, hasPassword: passwordHash !== null };
}
