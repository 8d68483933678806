import { AppError } from '#app/contracts/errors.ts';
import { titleWords } from '#app/core/conversations/title-words.ts';
import { change, selectRow, write } from '#db/sql.ts';
import type { Transaction, Tx } from '#db/transaction.ts';
import { CELL_COLUMNS, toCellRow, type Cell } from './cell.ts';
import { attachFiles } from './files/attach-files.ts';
import { PROMPT_COLUMNS, toPromptRow, type Prompt } from './prompt.ts';

/**
 * Stores a prompt with its cells, at the end of its conversation or as the first of a new one.
 * @param isNew the conversation is made with it
 * @param fileIds files of the user that it is sent with
 * @param titleText what a new conversation is called by
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

/** Stores cells of a prompt that is there. @throws the error of a duplicate for an attempt that is there already */
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
