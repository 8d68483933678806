import type { LogEntry, ReplyEnd, ReplyStart } from '#app/contracts/generation.ts';
import type { CallReader } from '#app/core/generation/read-call.ts';
import { endError } from './completion-chunks.ts';

/**
 * Hears a call to its end before anything of it is answered.
 * @param onEntry gets what stands between the start and the end
 * @returns null when the client has left: nobody reads an answer then
 * @throws AppError when the call did not end well
 */
export async function hearWhole(
  reader: CallReader,
  closed: AbortSignal,
  onEntry: (entry: Exclude<LogEntry, ReplyStart | ReplyEnd>) => void,
): Promise<{ start: ReplyStart; end: ReplyEnd } | null> {
  let start: ReplyStart | null = null;
  try {
    for await (const entry of reader.entries(closed)) {
      if (entry.type === 'start') start = entry;
      else if (entry.type !== 'end') onEntry(entry);
      else if (entry.state !== 'done' || !start) throw endError(entry);
      else return { start, end: entry };
    }
    return null;
  } finally {
    reader.close();
  }
}
