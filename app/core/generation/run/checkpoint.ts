import type { TokenUsage } from '#app/contracts/money.ts';
import type { Attempt } from '#app/core/generation/record/candidate.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { selectRow } from '#db/sql.ts';
import type { Tx } from '#db/transaction.ts';

/**
 * State that a checkpoint stores beside text and reasoning, so that a run that dies is charged as its worker
 * would have charged it.
 */
export interface Progress {
  /** A provider accepted the call (`onTaken`, providers/contract.ts). */
  isTaken: boolean;
  /** The offer that accepted it. */
  offerId: string | null;
  /** Output of choices beside the text, joined to one text. */
  asides: string;
  /** Usage that the provider reported so far, and whether more output arrived after that report. */
  usage: TokenUsage | null;
  isUsageBehind: boolean;
  /** Offers that continued it, and their start offsets in its text; absent if none did. */
  parts?: { offerId: string | null; at: number }[];
  /** Provider calls made for it; absent in rows of earlier versions. */
  attempts?: Attempt[];
  /** Follow-up questions suggested by its provider; absent if none. */
  suggestions?: readonly string[];
  /** Number of workers that died while running it; absent if none. */
  losses?: number;
}

export const NO_PROGRESS: Progress = {
  isTaken: false,
  offerId: null,
  asides: '',
  usage: null,
  isUsageBehind: false,
};

/** Serializes the progress of a reply for its row; null if there is none. */
export function writeProgress({
  isTaken,
  answering: server,
  nonTextOutput: asides,
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

/** Last stored state of a run. */
export interface Checkpoint {
  text: string;
  thinking: string;
  progress: Progress;
  /** Characters of all its output until then, of this run and before. */
  size: number;
  /** Its reader requested a stop. */
  isStopRequested: boolean;
  firstTokenAt: Date | null;
}

/** Reads the last checkpoint of a run; without one, the result is empty. */
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
  const { text, thinking, progress: storedProgress } = row ?? { text: null, thinking: null, progress: null };
  const progress = storedProgress === null ? NO_PROGRESS : (JSON.parse(storedProgress) as Progress);
  return {
    text: text ?? '',
    thinking: thinking ?? '',
    progress,
    size: (text ?? '').length + (thinking ?? '').length + progress.asides.length,
    isStopRequested: Number(row?.stopping ?? 0) === 1,
    firstTokenAt: row?.first_token_at ?? null,
  };
}
