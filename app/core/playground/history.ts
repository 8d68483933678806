import type { FileKind } from '#app/contracts/files/file-types.ts';
import { groupBy } from '#app/contracts/lists/group-by.ts';
import type { Output, Pair } from '#app/contracts/playground/playground.ts';
import { selectRow, selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';
import { CELL_COLUMNS, toCell, type Cell } from './cell.ts';
import { readPromptFiles } from './prompt-files.ts';
import { PROMPT_COLUMNS, toPrompt, type Prompt } from './prompt.ts';

/** Prompts per page. */
export const PROMPTS_SHOWN = 20;

/** A prompt with all attempts of its answers, by position and attempt. */
export interface AnsweredPrompt {
  prompt: Prompt;
  cells: Cell[];
}

/** An earlier prompt of a pair, with its answer. */
export interface Turn {
  promptId: string;
  prompt: string;
  answer: string;
  /** True if the answer has not ended. */
  isOpen: boolean;
}

/** Older turns are not sent to the model. */
const MAX_TURNS = 100;

interface Row {
  id: string;
  prompt: string;
  answer: string;
  state: string;
}

/**
 * Reads the last prompts of a conversation with this output kind (null: any), or the last ones before a
 * position, oldest first, with their answers. The caller has checked the owner.
 */
export async function readPrompts(
  tx: Tx,
  {
    playgroundId,
    output,
    before,
    max = PROMPTS_SHOWN,
  }: { playgroundId: string; output: Output | null; before: number | null; max?: number },
): Promise<{ prompts: AnsweredPrompt[]; hasEarlier: boolean }> {
  const rows = await selectRows<Record<string, unknown>>(
    tx,
    `SELECT ${PROMPT_COLUMNS} FROM playground_prompts WHERE playground_id = ? AND (? IS NULL OR output = ?) AND position < ?
     ORDER BY position DESC LIMIT ?`,
    [playgroundId, output, output, before ?? 4_294_967_295, max + 1],
  );
  const prompts = rows.slice(0, max).map(toPrompt).reverse();
  const cells = await selectRows<Record<string, unknown>>(
    tx,
    `SELECT ${CELL_COLUMNS} FROM playground_cells WHERE prompt_id IN (?) ORDER BY position, attempt`,
    [prompts.map(({ id }) => id)],
  );
  const byPrompt = groupBy(cells.map(toCell), ({ promptId }) => promptId);
  return {
    prompts: prompts.map((prompt) => ({ prompt, cells: byPrompt.get(prompt.id) ?? [] })),
    hasEarlier: rows.length > max,
  };
}

/** Input and output kind of the last prompt of a conversation. The caller has checked the owner. */
export async function lastPromptKinds(
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

/** The text of an answer that has ended; undefined if it was deleted. */
export async function readCellText(
  tx: Tx,
  cellId: string,
): Promise<{ text: string; thinking: string | null } | undefined> {
  return selectRow(tx, 'SELECT text, thinking FROM playground_cells WHERE id = ?', [cellId]);
}

/**
 * The turns of a pair in a conversation, oldest first: each of its prompts with its newest answer.
 * @param before only turns before this position; null for all
 */
export async function readHistory(
  tx: Tx,
  { playgroundId, before, model, provider }: Pair & { playgroundId: string; before: number | null },
): Promise<Turn[]> {
  const rows = await selectRows<Row>(
    tx,
    `SELECT p.id, p.text AS prompt, c.text AS answer, c.state FROM playground_cells c
     JOIN playground_prompts p ON p.id = c.prompt_id
     WHERE c.playground_id = ? AND c.model = ? AND c.provider = ? AND p.position < ?
     ORDER BY p.position DESC, c.attempt DESC LIMIT ?`,
    [playgroundId, model, provider, before ?? 4_294_967_295, MAX_TURNS],
  );
  const turns = new Map<string, Turn>();
  for (const { id, prompt, answer, state } of rows) {
    const known = turns.get(id);
    if (known) known.answer ||= answer;
    else turns.set(id, { promptId: id, prompt, answer, isOpen: state === 'queued' });
  }
  return [...turns.values()].reverse();
}
