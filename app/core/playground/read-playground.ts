import type { Output } from '#app/contracts/playground/playground.ts';
import type { FileKind } from '#app/contracts/files/file-types.ts';
import { groupBy } from '#app/contracts/lists/group-by.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { readPromptFiles } from './files/read-files.ts';
import { CELL_COLUMNS, toCell, type Cell } from './cell.ts';
import { PROMPT_COLUMNS, toPrompt, type Prompt } from './prompt.ts';

/** Prompts of one page. */
export const PROMPTS_SHOWN = 20;

/** A prompt with all attempts at its answers, by place and attempt. */
export interface AnsweredPrompt {
  prompt: Prompt;
  cells: Cell[];
}

/**
 * The last prompts of a conversation that want such answers (null: any), or the last ones before a position, oldest first, with their
 * answers. The caller
 * has checked whose it is.
 */
export async function readPrompts(
  tx: Tx,
  {
    playgroundId,
    output,
    before,
    most = PROMPTS_SHOWN,
  }: { playgroundId: string; output: Output | null; before: number | null; most?: number },
): Promise<{ prompts: AnsweredPrompt[]; hasEarlier: boolean }> {
  const rows = await selectRows<Record<string, unknown>>(
    tx,
    `SELECT ${PROMPT_COLUMNS} FROM playground_prompts WHERE playground_id = ? AND (? IS NULL OR output = ?) AND position < ?
     ORDER BY position DESC LIMIT ?`,
    [playgroundId, output, output, before ?? 4_294_967_295, most + 1],
  );
  const prompts = rows.slice(0, most).map(toPrompt).reverse();
  const cells = await selectRows<Record<string, unknown>>(
    tx,
    `SELECT ${CELL_COLUMNS} FROM playground_cells WHERE prompt_id IN (?) ORDER BY position, attempt`,
    [prompts.map(({ id }) => id)],
  );
  const byPrompt = groupBy(cells.map(toCell), ({ promptId }) => promptId);
  return {
    prompts: prompts.map((prompt) => ({ prompt, cells: byPrompt.get(prompt.id) ?? [] })),
    hasEarlier: rows.length > most,
  };
}

/** What the last prompt of a conversation has asked for, and from what. The caller has checked whose it is. */
export async function lastAsked(
  tx: Tx,
  { userId, playgroundId }: { userId: string; playgroundId: string },
): Promise<{ output: Output; from: 'text' | FileKind } | undefined> {
  const row = await selectRow<{ id: string; output: Output }>(
    tx,
    'SELECT id, output FROM playground_prompts WHERE playground_id = ? ORDER BY position DESC LIMIT 1',
    [playgroundId],
  );
  if (!row) return undefined;
  const sent = await readPromptFiles(tx, { userId, promptIds: [row.id] });
  return { output: row.output, from: sent.get(row.id)?.files[0]?.kind ?? 'text' };
}

/** The text of an answer that has ended; undefined where it was deleted. */
export async function readCellText(
  tx: Tx,
  cellId: string,
): Promise<{ text: string; thinking: string | null } | undefined> {
  return selectRow(tx, 'SELECT text, thinking FROM playground_cells WHERE id = ?', [cellId]);
}
