import { AppError } from '#app/contracts/errors.ts';
import { titleWords } from '#app/core/conversations/title-words.ts';
import { isId, newId } from '#app/core/platform/ids.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { CELL_COLUMNS, toCell, type Cell } from './cell.ts';
import { PROMPT_COLUMNS, toPrompt, type Prompt } from './prompt.ts';

/** A conversation of the playground, without its prompts. */
export interface Playground {
  id: string;
  title: string;
}

/** Conversation ids that clients create: normally a UUID. */
const CLIENT_ID = /^[\w-]{1,64}$/;

/** Max conversations in the sidebar. */
const MAX_LISTED = 30;

/**
 * Finds a conversation of this user, by its id or by its client's id.
 * @throws AppError not_found for an id that is unknown, malformed or belongs to another user: the three are
 * indistinguishable
 */
export async function findPlayground(
  tx: Tx,
  { userId, playgroundId }: { userId: string; playgroundId: string },
): Promise<Playground> {
  const row = CLIENT_ID.test(playgroundId)
    ? await selectRow<Playground>(
        tx,
        'SELECT id, title FROM playgrounds WHERE user_id = ? AND (id = ? OR client_id = ?)',
        [userId, playgroundId, playgroundId],
      )
    : undefined;
  if (!row) throw new AppError('not_found', { param: 'conversationId' });
  return row;
}

/**
 * True for an id of ours, a UUIDv7: if it is unknown, its conversation was deleted or belongs to another
 * account.
 */
const isOurs = (id: string) => isId(id) && id[14] === '7';

/**
 * Finds the conversation with a client's id, or creates it. It is listed once it has a prompt.
 * @returns its own id
 * @throws AppError not_found for an unknown id of ours; invalid_request for a malformed id
 */
export async function openPlayground(
  tx: Tx,
  { userId, clientId, titleText }: { userId: string; clientId: string; titleText: string },
): Promise<string> {
  if (!CLIENT_ID.test(clientId))
    throw new AppError('invalid_request', {
      param: 'conversationId',
      message: 'conversationId: must be at most 64 letters, digits, _ and -.',
    });
  const at = { userId, playgroundId: clientId };
  const known = await findPlayground(tx, at).catch(undefinedWhereMissing);
  if (known) return known.id;
  if (isOurs(clientId)) throw new AppError('not_found', { param: 'conversationId' });
  const now = new Date();
  await change(
    tx,
    `INSERT INTO playgrounds (id, user_id, client_id, title, created_at, updated_at) VALUES (?)
     ON DUPLICATE KEY UPDATE id = id`,
    [[newId(), userId, clientId, titleWords(titleText), now, now]],
  );
  return (await findPlayground(tx, at)).id;
}

function undefinedWhereMissing(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'not_found')) throw error;
}

/** Finds an answer in a conversation of this user. @throws AppError not_found as `findPlayground` */
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

/** Finds a prompt in a conversation of this user. @throws AppError not_found as `findPlayground` */
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

/** Finds the stored prompt with a sender's id; undefined if it is new. */
export async function findPromptByClientId(
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

/** The newest attempt at an answer's position. */
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

/** Lists conversations of a user that have a prompt, the most recently used first; at most `MAX_LISTED`. */
export async function listPlaygrounds(tx: Tx, userId: string): Promise<Playground[]> {
  return selectRows<Playground>(
    tx,
    `SELECT id, title FROM playgrounds WHERE user_id = ? AND next_position > 1
     ORDER BY updated_at DESC, id DESC LIMIT ?`,
    [userId, MAX_LISTED],
  );
}

/**
 * Lists conversations for the owner's data export, in the order of their ids. @param page.after the last id
 * of the previous page
 */
export async function pagePlaygrounds(
  tx: Tx,
  { userId, after, max }: { userId: string; after: string; max: number },
): Promise<(Playground & { createdAt: Date; updatedAt: Date })[]> {
  return selectRows(
    tx,
    `SELECT id, title, created_at AS createdAt, updated_at AS updatedAt FROM playgrounds
     WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?`,
    [userId, after, max],
  );
}
