import { AppError } from '#app/contracts/errors.ts';
import type { PlaygroundOptions } from '#app/contracts/playground/options.ts';
import type { Output } from '#app/contracts/playground/playground.ts';
import { titleWords } from '#app/core/conversations/title-words.ts';
import { removeExpiry } from '#app/core/files/records/expiry.ts';
import { columnList, flag, json, plain, rowReader, rowWriter, type Fields } from '#db/columns.ts';
import { change, selectRow, write } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';
import { CELL_COLUMNS, toCellRow, type Cell } from './cell.ts';

/** The columns of a prompt, which each of its pairs answers. */
const COLUMNS = {
  id: plain<string>('id'),
  userId: plain<string>('user_id'),
  playgroundId: plain<string>('playground_id'),
  /** Position in its conversation, from 1. */
  position: plain<number>('position'),
  /** Chosen by the sender for idempotent repeats: the same id is the same prompt. */
  clientId: plain<string | null>('client_id'),
  output: plain<Output>('output'),
  text: plain<string>('text'),
  options: json<PlaygroundOptions>('options', {}),
  /** True while the names of its models are hidden, until one of the answers is chosen. */
  isBlind: flag('is_blind'),
  bestCellId: plain<string | null>('best_cell_id'),
  createdAt: plain<Date>('created_at'),
} as const;

const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

export type Prompt = Fields<typeof COLUMNS, keyof typeof COLUMNS>;

export const PROMPT_COLUMNS = columnList(COLUMNS, NAMES);

export const toPrompt = rowReader(COLUMNS, NAMES);

export const toPromptRow = rowWriter(COLUMNS, NAMES);

/** Marks an answer as the best of its prompt, or none; from then on the names are shown. */
export async function chooseBest(
  tx: Tx,
  { promptId, cellId }: { promptId: string; cellId: string | null },
): Promise<void> {
  await change(tx, 'UPDATE playground_prompts SET best_cell_id = ?, is_blind = 0 WHERE id = ?', [
    cellId,
    promptId,
  ]);
}

/** Shows the names of a blind prompt without a choice. */
export async function revealNames(tx: Tx, promptId: string): Promise<void> {
  await change(tx, 'UPDATE playground_prompts SET is_blind = 0 WHERE id = ?', [promptId]);
}

/**
 * Stores a prompt with its cells, at the end of its conversation or as the first of a new one.
 * @param isNew true to create the conversation
 * @param fileIds files of the user that are sent with it
 * @param titleText source of a new conversation's title
 * @throws AppError not_found for a conversation that was deleted meanwhile
 */
export async function addPrompt(
  tx: Transaction,
  {
    prompt,
    cells,
    fileIds,
    titleText,
    isNew,
  }: {
    prompt: Omit<Prompt, 'position'>;
    cells: readonly Cell[];
    fileIds: readonly string[];
    titleText: string;
    isNew: boolean;
  },
): Promise<void> {
  const { userId, playgroundId, createdAt } = prompt;
  const position = isNew ? 1 : await nextPosition(tx, { userId, playgroundId });
  if (isNew) {
    await write(
      tx,
      'INSERT INTO playgrounds (id, user_id, title, next_position, created_at, updated_at) VALUES ?',
      [[[playgroundId, userId, titleWords(titleText), 2, createdAt, createdAt]]],
    );
  } else {
    await write(tx, 'UPDATE playgrounds SET next_position = ?, updated_at = ? WHERE id = ?', [
      position + 1,
      createdAt,
      playgroundId,
    ]);
  }
  await write(tx, `INSERT INTO playground_prompts (${PROMPT_COLUMNS}) VALUES ?`, [
    [toPromptRow({ ...prompt, position })],
  ]);
  await insertCells(tx, cells);
  await attachFiles(tx, prompt, fileIds);
}

/** Stores cells of an existing prompt. @throws a duplicate key error for an attempt that exists already */
export async function insertCells(tx: Tx, cells: readonly Cell[]): Promise<void> {
  await change(tx, `INSERT INTO playground_cells (${CELL_COLUMNS}) VALUES ?`, [cells.map(toCellRow)]);
}

async function nextPosition(
  tx: Transaction,
  { userId, playgroundId }: Pick<Prompt, 'userId' | 'playgroundId'>,
): Promise<number> {
  const row = await selectRow<{ next_position: number }>(
    tx,
    'SELECT next_position FROM playgrounds FORCE INDEX (PRIMARY) WHERE id = ? AND user_id = ? FOR UPDATE',
    [playgroundId, userId],
  );
  if (!row) throw new AppError('not_found', { param: 'conversationId' });
  return row.next_position;
}

/**
 * Attaches files to the new prompt that they are sent with; they stay as long as the prompt. Locks their
 * rows, after all others.
 */
async function attachFiles(
  tx: Transaction,
  { id, userId, playgroundId }: Pick<Prompt, 'id' | 'userId' | 'playgroundId'>,
  fileIds: readonly string[],
): Promise<void> {
  if (fileIds.length === 0) return;
  await write(
    tx,
    'INSERT INTO playground_files (prompt_id, place, file_id, user_id, playground_id) VALUES ?',
    [fileIds.map((fileId, place) => [id, place, fileId, userId, playgroundId])],
  );
  await removeExpiry(tx, fileIds);
}
