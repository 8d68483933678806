import type { TokenUsage } from '#app/contracts/money.ts';
import type { Attempt } from '#app/core/generation/record/candidate.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { selectRow } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/** What a checkpoint keeps beside text and thoughts, so that a run which dies is charged as its worker would have. */
export interface Progress {
  /** A provider has taken the call (`onTaken`, providers/contract.ts). */
  isTaken: boolean;
  /** The offer that has taken it. */
  offerId: string | null;
  /** What choices said beside the text, as one text. */
  asides: string;
  /** What the provider has counted so far, and whether anything was said after that. */
  usage: TokenUsage | null;
  isUsageBehind: boolean;
  /** Who has gone on with it, and from where on in its text; absent where nobody has. */
  parts?: { offerId: string | null; at: number }[];
  /** The calls to providers that were made for it; absent in rows of earlier versions. */
  attempts?: Attempt[];
  /** What its provider suggests to ask next; absent where it does not. */
  suggestions?: readonly string[];
  /** How many workers have died with it; absent where none has. */
  losses?: number;
}

export const NO_PROGRESS: Progress = {
  isTaken: false,
  offerId: null,
  asides: '',
  usage: null,
  isUsageBehind: false,
};

/** As the row keeps it; null where there is nothing to keep. */
export function writeProgress({
  isTaken,
  server,
  asides,
  usage,
  isUsageBehind,
  parts,
  attempts,
  suggestions,
  losses,
}: RunningReply): string | null {
  if (!isTaken && losses === 0) return null;
  const progress: Progress = {
    isTaken,
    offerId: server?.offerId ?? null,
    asides,
    usage,
    isUsageBehind,
    attempts,
  };
  if (parts.length > 0) progress.parts = parts.map(({ candidate: { offerId }, at }) => ({ offerId, at }));
  if (suggestions.length > 0) progress.suggestions = suggestions;
  if (losses > 0) progress.losses = losses;
  return JSON.stringify(progress);
}

/** What the row of a run keeps of it. */
export interface Checkpoint {
  text: string;
  thinking: string;
  progress: Progress;
  /** Characters of all that it said by then, in this run and before. */
  size: number;
  /** Its reader has asked for its end. */
  isStopRequested: boolean;
  firstTokenAt: Date | null;
}

/** The last checkpoint of a run; of one that never had any, that nothing was said. */
export async function readCheckpoint(tx: Tx, generationId: string): Promise<Checkpoint> {
  const row = await selectRow<{
    text: string | null;
    thinking: string | null;
    progress: string | null;
    stopping: string | number;
    first_token_at: Date | null;
  }>(
    tx,
    `SELECT text, thinking, progress, first_token_at, stop_requested_at IS NOT NULL AND NOT (stopped_by <=> 'house') AS stopping
     FROM generations WHERE id = ?`,
    [generationId],
  );
  const { text, thinking, progress: kept } = row ?? { text: null, thinking: null, progress: null };
  const progress = kept === null ? NO_PROGRESS : (JSON.parse(kept) as Progress);
  return {
    text: text ?? '',
    thinking: thinking ?? '',
    progress,
    size: (text ?? '').length + (thinking ?? '').length + progress.asides.length,
    isStopRequested: Number(row?.stopping ?? 0) === 1,
    firstTokenAt: row?.first_token_at ?? null,
  };
}
