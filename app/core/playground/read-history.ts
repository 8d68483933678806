import type { Pair } from '#app/contracts/playground/playground.ts';
import { selectRows } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** What a pair was asked before, and what it said. */
export interface Turn {
  promptId: string;
  prompt: string;
  answer: string;
  /** The answer has not ended. */
  isOpen: boolean;
}

/** Older turns than these are not sent along. */
const MOST_TURNS = 100;

interface Row {
  id: string;
  prompt: string;
  answer: string;
  state: string;
}

/**
 * The turns of a pair in a conversation, oldest first: each of its prompts with its newest answer.
 * @param before position of the prompt that they lead to; null for one at the end
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
    [playgroundId, model, provider, before ?? 4_294_967_295, MOST_TURNS],
  );
  const turns = new Map<string, Turn>();
  for (const { id, prompt, answer, state } of rows) {
    const known = turns.get(id);
    if (known) known.answer ||= answer;
    else turns.set(id, { promptId: id, prompt, answer, isOpen: state === 'queued' });
  }
  return [...turns.values()].reverse();
}
