import type { LogEntry } from '#app/contracts/generation.ts';
import { readLog } from '#app/core/generation/stream/reply-log.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { saidIn } from '#app/core/generation/stream/said-in-log.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { readCheckpoint } from '../checkpoint.ts';
import { partsOf, serverOf } from './who-answered.ts';

/**
 * Takes over what a lost worker had said, as its readers have it (`recover/let-go-on.ts`).
 * @returns whether there is an answer to go on with
 * @throws Error when the log cannot be read or is gone: what readers have seen is not known then
 */
export async function takeOver(reply: RunningReply): Promise<boolean> {
  const { generation } = reply;
  // The first attempt begins it.
  if (generation.attempt === 1) return false;
  const stored = await readCheckpoint(AUTOCOMMIT, generation.id);
  const { progress, text, thinking } = stored;
  reply.losses = progress.losses ?? 0;
  const hasWords = text.length > (generation.prefixText?.length ?? 0);
  if (!taskOf(generation).goOn || !progress.isTaken || !(hasWords || thinking)) return false;
  const entries = await readWhole(generation.id);
  if (entries.length === 0) throw new Error('the log of an answer that was to be gone on with is gone');
  const said = saidIn(entries);
  const { usage, isUsageBehind, attempts = [], suggestions = [] } = progress;
  reply.takeOver(
    { entries: entries.map((entry) => JSON.stringify(entry)), text: said.text, thinking: said.thinking },
    {
      // Thoughts alone are nothing to go on with: a provider is asked anew, and what it says stands behind them.
      servedBy: hasWords ? serverOf(generation, entries, progress) : null,
      parts: partsOf(generation, entries, progress),
      usage,
      isUsageBehind: isUsageBehind || said.text.length > text.length,
      attempts,
      firstTokenAt: stored.firstTokenAt,
      suggestions,
    },
  );
  // What was stored and had not been published yet.
  reply.addThinking(thinking.slice(said.thinking.length));
  reply.addText(text.slice(said.text.length));
  return hasWords;
}

async function readWhole(generationId: string): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for (let hasMore = true; hasMore;) {
    const page = await readLog(generationId, entries.length);
    for (const { event } of page.events) entries.push(event);
    hasMore = page.hasMore;
  }
  return entries;
}
