import type { LogEntry, ReplyEnd, ReplyStart } from '#app/contracts/generation.ts';
import type { OpenCall } from '#app/core/generation/admit/call.ts';
import { endError } from './end-error.ts';
import { endEarly } from './end-early.server.ts';

interface Collecting {
  call: OpenCall;
  /** Aborted when the client has left. */
  closed: AbortSignal;
  /** Aborted then, when the key has ended, and when the time to drain is over. */
  inForce: AbortSignal;
  /** Gets what stands between the start and the end. */
  onEntry(entry: Exclude<LogEntry, ReplyStart | ReplyEnd>): void;
}

/**
 * Reads a call to its end before anything of it is answered.
 * @returns null when the client has left: nobody reads an answer then
 * @throws AppError when the call did not end well, or we or the end of its key have cut it: then it is stopped
 */
export async function collectWhole({
  call: { generationId, reader },
  closed,
  inForce,
  onEntry,
}: Collecting): Promise<{ start: ReplyStart; end: ReplyEnd } | null> {
  let start: ReplyStart | null = null;
  try {
    for await (const entry of reader.entries(inForce)) {
      if (entry.type === 'start') start = entry;
      else if (entry.type !== 'end') onEntry(entry);
      else if (entry.state !== 'done' || !start) throw endError(entry);
      else return { start, end: entry };
    }
  } finally {
    reader.close();
  }
  const error = endEarly({ generationId, closed, delivery: 'whole' });
  if (error) throw error;
  return null;
}
