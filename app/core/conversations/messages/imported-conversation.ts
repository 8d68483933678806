import { DEFAULT_TITLE, ROOT_ID } from '#app/contracts/chat.ts';
import { factsOf } from '#app/contracts/endpoints/table.ts';
import { titleWords } from '#app/core/conversations/title-words.ts';
import { restoreConversations } from '#app/core/conversations/trash/trashed-chats.ts';
import { change, selectRows, write, type SqlValue } from '#db/sql.ts';
import type { Transaction } from '#db/transaction.ts';
import { branchOf, parentsWithout, type ImportedConversation } from './imported-tree.ts';

/** The stored conversation, and how many of its messages were new and how many existed. */
export interface ImportResult {
  isNew: boolean;
  added: number;
  present: number;
}

interface Existing {
  id: string;
  nextPosition: number;
  leafId: string | null;
}

interface Target {
  conversation: ImportedConversation;
  id: string;
  existing: Existing | null;
  /** Source index -> id of the message in the database. */
  ids: string[];
  /** Indexes of messages that exist, and of those among them that are in the trash. */
  present: Set<number>;
  trashed: Set<number>;
}

/** Messages of a statement, and characters of their texts: packets to the database end at 16 MB. */
const MAX_ROWS = 500;
const MAX_TEXT = 1_500_000;

/** Ids that are looked up at a time. */
const MAX_IDS = 2000;

const DEFAULT_ENDPOINT = 'openAI';

/**
 * Stores conversations of an import: new ones, and new messages of those that exist. They have no generation,
 * no cost and no counted tokens. The branch that is shown changes only if its end was imported, too. A conversation
 * in the trash is restored first; single messages in the trash stay there, and new messages below them follow the
 * message before them.
 * @param now times later than this are replaced by it
 * @returns a result for each conversation
 */
export async function storeImported(
  tx: Transaction,
  {
    userId,
    conversations,
    now,
  }: { userId: string; conversations: readonly ImportedConversation[]; now: Date },
): Promise<ImportResult[]> {
  const existing = await lockExisting(tx, userId, conversations);
  const results: ImportResult[] = [];
  for (const conversation of conversations) {
    const { id, ownId, messages } = conversation;
    const found = (ownId === null ? undefined : existing.get(ownId)) ?? existing.get(id) ?? null;
    const target: Target = {
      conversation,
      id: found?.id ?? id,
      existing: found,
      ids: messages.map((message) => message.id),
      present: new Set(),
      trashed: new Set(),
    };
    if (found) await findPresent(tx, target);
    await storeTarget(tx, userId, target, now);
    results.push({
      isNew: found === null,
      added: messages.length - target.present.size,
      present: target.present.size,
    });
    // A second part of the same conversation may follow in the same list.
    existing.set(target.id, {
      id: target.id,
      nextPosition: (found?.nextPosition ?? 1) + messages.length - target.present.size,
      leafId: found ? found.leafId : target.ids[conversation.leaf]!,
    });
  }
  return results;
}

async function lockExisting(
  tx: Transaction,
  userId: string,
  conversations: readonly ImportedConversation[],
): Promise<Map<string, Existing>> {
  const ids = conversations.flatMap(({ id, ownId }) => (ownId === null ? [id] : [id, ownId]));
  await restoreConversations(tx, userId, ids);
  const rows = await selectRows<Existing>(
    tx,
    `SELECT id, next_position AS nextPosition, leaf_id AS leafId FROM conversations FORCE INDEX (PRIMARY)
     WHERE id IN (?) AND user_id = ? ORDER BY id FOR UPDATE`,
    [ids, userId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Finds the messages that exist, also in the trash, under the id of an import or of the export. */
async function findPresent(tx: Transaction, target: Target): Promise<void> {
  const { conversation, id, ids, present, trashed } = target;
  const entries = await selectRows<{ id: string }>(
    tx,
    'SELECT id FROM trashed_branches WHERE conversation_id = ?',
    [id],
  );
  const places = [id, ...entries.map((entry) => entry.id)];
  const byId = new Map<string, number>();
  for (const [index, message] of conversation.messages.entries()) {
    byId.set(message.id, index);
    if (conversation.ownId !== null) byId.set(message.sourceId, index);
  }
  const wanted = [...byId.keys()];
  for (let at = 0; at < wanted.length; at += MAX_IDS) {
    const rows = await selectRows<{ id: string; place: string }>(
      tx,
      'SELECT id, conversation_id AS place FROM messages WHERE conversation_id IN (?) AND id IN (?)',
      [places, wanted.slice(at, at + MAX_IDS)],
    );
    for (const row of rows) {
      const index = byId.get(row.id)!;
      ids[index] = row.id;
      present.add(index);
      if (row.place !== id) trashed.add(index);
    }
  }
}

async function storeTarget(tx: Transaction, userId: string, target: Target, now: Date): Promise<void> {
  const { conversation, existing, ids, present, trashed } = target;
  const parents = parentsWithout(conversation.messages, trashed);
  const branch = branchOf(parents, conversation.leaf);
  const chosen = new Map(branch.slice(1).map((child, index) => [branch[index]!, child]));
  const isShown = existing === null || existing.leafId === null || ids.includes(existing.leafId);
  const moves = isShown && present.size < ids.length && !trashed.has(conversation.leaf);
  const root = ids[branch[0]!]!;
  if (existing === null) await insertConversation(tx, userId, { ...target, root }, now);
  await insertMessages(tx, userId, { target, parents, chosen, now });
  if (existing === null || present.size === ids.length) return;
  const updatedAt = timeOf(conversation.updatedAt, now);
  await write(
    tx,
    `UPDATE conversations FORCE INDEX (PRIMARY) SET next_position = ?, updated_at = GREATEST(updated_at, ?)
     WHERE id = ?`,
    [existing.nextPosition + ids.length - present.size, updatedAt, target.id],
  );
  if (!moves) return;
  const leaf = ids[conversation.leaf]!;
  await write(
    tx,
    'UPDATE conversations FORCE INDEX (PRIMARY) SET leaf_id = ?, chosen_root_id = ? WHERE id = ?',
    [leaf, root, target.id],
  );
  for (const [parent, child] of chosen)
    if (present.has(parent))
      await write(tx, 'UPDATE messages FORCE INDEX (PRIMARY) SET chosen_child_id = ? WHERE id = ?', [
        ids[child]!,
        ids[parent]!,
      ]);
}

async function insertConversation(
  tx: Transaction,
  userId: string,
  { conversation, id, ids, root }: Target & { root: string },
  now: Date,
): Promise<void> {
  const { title, messages, leaf, createdAt, updatedAt } = conversation;
  const first = messages.find(({ isCreatedByUser }) => isCreatedByUser)?.text ?? DEFAULT_TITLE;
  const { endpoint, model } = modelOf(conversation);
  const row: SqlValue[] = [
    id,
    userId,
    title === '' ? titleWords(first) : title,
    title === '' ? 'words' : 'user',
    endpoint,
    model,
    messages.length + 1,
    root,
    ids[leaf]!,
    timeOf(createdAt, now),
    timeOf(updatedAt, now),
  ];
  await change(
    tx,
    `INSERT INTO conversations (id, user_id, title, title_source, endpoint, model, next_position, chosen_root_id,
       leaf_id, created_at, updated_at) VALUES (?)`,
    [row],
  );
}

/**
 * The model of the next message: that of the source if it states one, whether or not it is available here; else
 * the default of its endpoint.
 */
function modelOf({ endpoint, model, messages }: ImportedConversation): { endpoint: string; model: string } {
  const stated = model ?? messages.findLast((message) => message.model !== null)?.model ?? null;
  const served = factsOf(endpoint) ? endpoint : endpointOf(stated);
  return { endpoint: served, model: stated ?? factsOf(served)!.defaultModel };
}

function endpointOf(model: string | null): string {
  if (model?.includes('claude')) return 'anthropic';
  return model?.includes('gemini') ? 'google' : DEFAULT_ENDPOINT;
}

async function insertMessages(
  tx: Transaction,
  userId: string,
  {
    target,
    parents,
    chosen,
    now,
  }: { target: Target; parents: readonly number[]; chosen: Map<number, number>; now: Date },
): Promise<void> {
  const { conversation, id, existing, ids, present } = target;
  const { endpoint } = modelOf(conversation);
  let position = existing?.nextPosition ?? 1;
  let rows: SqlValue[][] = [];
  let text = 0;
  for (const [index, message] of conversation.messages.entries()) {
    if (present.has(index)) continue;
    const child = chosen.get(index);
    const createdAt = timeOf(message.createdAt, now);
    rows.push([
      ids[index]!,
      userId,
      id,
      position,
      ids[parents[index]!] ?? ROOT_ID,
      child === undefined ? null : ids[child]!,
      message.isCreatedByUser,
      message.sender,
      endpoint,
      message.model,
      message.text,
      message.thinking,
      message.isEdited,
      message.isUnfinished,
      message.isCancelled,
      message.finishReason,
      createdAt,
      message.updatedAt === null ? createdAt : timeOf(message.updatedAt, now),
    ]);
    position += 1;
    text += message.text.length + (message.thinking?.length ?? 0);
    if (rows.length < MAX_ROWS && text < MAX_TEXT) continue;
    await insertRows(tx, rows);
    [rows, text] = [[], 0];
  }
  if (rows.length > 0) await insertRows(tx, rows);
}

async function insertRows(tx: Transaction, rows: SqlValue[][]): Promise<void> {
  // Awaited, so that the rows of one statement are in memory at a time.
  await change(
    tx,
    `INSERT INTO messages (id, user_id, conversation_id, position, parent_id, chosen_child_id, is_created_by_user,
       sender, endpoint, model, text, thinking, is_edited, unfinished, cancelled, finish_reason, created_at, updated_at)
     VALUES ?`,
    [rows],
  );
}

const timeOf = (time: number | null, now: Date) => new Date(Math.min(time ?? now.getTime(), now.getTime()));
