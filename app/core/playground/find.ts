import { AppError } from '#app/contracts/errors.ts';
import { isId } from '#app/core/platform/ids.ts';
import { selectRow } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { CELL_COLUMNS, toCell, type Cell } from './cell.ts';
import { PROMPT_COLUMNS, toPrompt, type Prompt } from './prompt.ts';

/** A conversation of the playground, without what was said in it. */
export interface Playground {
  id: string;
  title: string;
}

/**
 * A conversation of this user.
 * @throws AppError not_found for an id that is unknown, malformed or somebody else's: the three look alike
 */
export async function findPlayground(
  tx: Tx,
  { userId, playgroundId }: { userId: string; playgroundId: string },
): Promise<Playground> {
  const row = isId(playgroundId)
    ? await selectRow<Playground>(tx, 'SELECT id, title FROM playgrounds WHERE id = ? AND user_id = ?', [
        playgroundId,
        userId,
      ])
    : undefined;
  if (!row) throw new AppError('not_found', { param: 'conversationId' });
  return row;
}

/** An answer of a conversation of this user. @throws AppError not_found as `findPlayground` */
export async function findCell(
  tx: Tx,
  { userId, playgroundId, cellId }: { userId: string; playgroundId: string; cellId: string },
): Promise<Cell> {
  const row =
    isId(cellId) && isId(playgroundId)
      ? await selectRow<Record<string, unknown>>(
          tx,
          `SELECT ${CELL_COLUMNS} FROM playground_cells WHERE id = ? AND playground_id = ? AND user_id = ?`,
          [cellId, playgroundId, userId],
        )
      : undefined;
  if (!row) throw new AppError('not_found', { param: 'cellId' });
  return toCell(row);
}

/** A prompt of a conversation of this user. @throws AppError not_found as `findPlayground` */
export async function findPrompt(
  tx: Tx,
  { userId, playgroundId, promptId }: { userId: string; playgroundId: string; promptId: string },
): Promise<Prompt> {
  const row =
    isId(promptId) && isId(playgroundId)
      ? await selectRow<Record<string, unknown>>(
          tx,
          `SELECT ${PROMPT_COLUMNS} FROM playground_prompts WHERE id = ? AND playground_id = ? AND user_id = ?`,
          [promptId, playgroundId, userId],
        )
      : undefined;
  if (!row) throw new AppError('not_found', { param: 'promptId' });
  return toPrompt(row);
}

/** The prompt that a sender has named before; undefined where it is new. */
export async function findSent(
  tx: Tx,
  { userId, clientId }: { userId: string; clientId: string },
): Promise<Prompt | undefined> {
  const row = await selectRow<Record<string, unknown>>(
    tx,
    `SELECT ${PROMPT_COLUMNS} FROM playground_prompts WHERE user_id = ? AND client_id = ?`,
    [userId, clientId],
  );
  return row && toPrompt(row);
}

/** The newest attempt at an answer's place. */
export async function newestAttempt(tx: Tx, { promptId, position }: Cell): Promise<Cell> {
  const row = await selectRow<Record<string, unknown>>(
    tx,
    `SELECT ${CELL_COLUMNS} FROM playground_cells WHERE prompt_id = ? AND position = ?
     ORDER BY attempt DESC LIMIT 1`,
    [promptId, position],
  );
  if (!row) throw new AppError('not_found', { param: 'cellId' });
  return toCell(row);
}
