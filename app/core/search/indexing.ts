import { randomUUID } from 'node:crypto';
import {
  listWaitingAccounts,
  listWaitingMessages,
  lockWaiting,
  markIndexed,
  readWaitingTexts,
  type WaitingMessage,
} from '#app/core/conversations/messages/search-state.ts';
import { transaction } from '#db/transaction.ts';
import { purgeRemoved, writeDocuments, type IndexedText } from './documents.ts';
import { tokensOf } from './long-texts.ts';

/** Accounts that share a turn, and messages of all of them together. */
const ACCOUNTS = 20;
const MESSAGES = 500;

/** Messages of one transaction: an edit of one of them waits for it. */
const BATCH = 50;

/** Bytes of text in memory at a time; a longer text is alone. */
const BATCH_BYTES = 2_000_000;

/** Deleted messages whose index entries are deleted in one transaction. */
const PURGED = 50;

/**
 * The account after which the next turn begins. It begins anywhere, so that several workers do not index the
 * same messages at the same time.
 */
let lastAccount: string = randomUUID();

/**
 * Indexes messages whose text is new or has changed, and deletes the index entries of deleted messages, until
 * none is left. Accounts take turns. A message is marked in the transaction that writes its tokens, if its text
 * is still the same: a killed worker loses nothing, and several may work at once. Messages in the trash and in
 * temporary chats are marked, too, and get no index entry.
 * @param stopping ends it after the current transaction
 */
export async function updateIndex(stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const indexed = await indexTurn(stopping);
    const purged = stopping.aborted ? 0 : await purgeRemoved(PURGED);
    if (indexed + purged === 0) return;
  }
}

async function indexTurn(stopping: AbortSignal): Promise<number> {
  const accounts = await listWaitingAccounts(lastAccount, ACCOUNTS);
  if (accounts.length === 0) accounts.push(...(await listWaitingAccounts('', ACCOUNTS)));
  const messages = await listWaitingMessages(accounts, Math.floor(MESSAGES / accounts.length));
  // Before their messages: an error with these accounts must not keep the others waiting.
  lastAccount = accounts.at(-1) ?? lastAccount;
  const failures: unknown[] = [];
  let indexed = 0;
  for (const batch of batchesOf(messages)) {
    if (stopping.aborted) break;
    indexed += await indexBatch(batch).catch((error: unknown) => indexEachAccount(batch, error, failures));
  }
  if (failures.length > 0) throw failures[0];
  return indexed;
}

/** Indexes the messages of each account alone after an error: one of them must not keep the others waiting. */
async function indexEachAccount(
  batch: readonly WaitingMessage[],
  error: unknown,
  failures: unknown[],
): Promise<number> {
  const accounts = new Set(batch.map(({ userId }) => userId));
  let indexed = 0;
  if (accounts.size === 1) failures.push(error);
  else
    for (const account of accounts)
      indexed += await indexBatch(batch.filter(({ userId }) => userId === account)).catch((one: unknown) => {
        failures.push(one);
        return 0;
      });
  return indexed;
}

/** Messages that are indexed together, of several accounts. */
function* batchesOf(messages: readonly WaitingMessage[]): Generator<WaitingMessage[]> {
  let batch: WaitingMessage[] = [];
  let bytes = 0;
  for (const message of messages) {
    if (batch.length === BATCH || (batch.length > 0 && bytes + message.bytes > BATCH_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(message);
    bytes += message.bytes;
  }
  if (batch.length > 0) yield batch;
}

/** @returns how many messages it has indexed */
async function indexBatch(messages: readonly WaitingMessage[]): Promise<number> {
  const texts = await readWaitingTexts(messages.map(({ id }) => id));
  const tokens = await Promise.all(texts.map(({ userId, text }) => tokensOf(userId, text)));
  const done = texts.flatMap((text, at): IndexedText[] => {
    const found = tokens[at];
    return found ? [{ ...text, ...found }] : [];
  });
  if (done.length === 0) return 0;
  return transaction(async (tx) => {
    const locked = await lockWaiting(
      tx,
      done.map(({ id }) => id),
    );
    const unchanged = done.filter(({ id, digest }) => locked.get(id)?.digest.equals(digest));
    if (unchanged.length === 0) return 0;
    await writeDocuments(
      tx,
      unchanged.filter(({ id }) => locked.get(id)!.isSearchable),
    );
    await markIndexed(
      tx,
      unchanged.map(({ id }) => id),
    );
    return unchanged.length;
  });
}
