import { logger } from '#app/core/platform/logger.ts';
import { logLifetime } from './log-lifetime.ts';
import { appendToLogs, rewriteLog, type LogAppend } from './reply-log.ts';
import { ownsGeneration } from './owns-generation.ts';
import { RunAborted, type RunningReply } from './running-reply.ts';

/** While more replies than this run, their pieces wait a few milliseconds for each other. */
const BUSY_REPLIES = 20;
const BUSY_WINDOW_MS = 8;
const RETRY_MS = 100;
const FLUSH_MS = 10_000;
/** Entries of one reply in one script call, and characters, beyond the first entry: vectors are long. */
const MOST_ENTRIES = 500;
const MOST_CHARACTERS = 1024 * 1024;

export interface ReplyWriter {
  /** Says that a reply has something to publish. */
  wake(reply: RunningReply): void;
  /**
   * Resolves when everything the reply has is published, when it was fenced off, or when Redis stays away for
   * too long: its readers then find the end in the database.
   */
  flushed(reply: RunningReply): Promise<void>;
}

/**
 * Publishes the pieces of all running replies of this worker together: one script call a turn of the event
 * loop, however many replies grow, and one in some milliseconds while many run. A Redis that is away loses
 * nothing: what is not acknowledged is sent again.
 */
export function createReplyWriter({
  running,
  logTtlMs,
}: {
  running: ReadonlySet<RunningReply>;
  logTtlMs: number;
}): ReplyWriter {
  const waiting = new Set<RunningReply>();
  const flushes = new Map<RunningReply, () => void>();
  let scheduled = false;

  /** How long pieces wait for those of other replies. */
  const window = () => (running.size > BUSY_REPLIES ? BUSY_WINDOW_MS : 0);

  function schedule(delay: number): void {
    if (scheduled) return;
    scheduled = true;
    if (delay === 0) setImmediate(publish);
    else setTimeout(publish, delay);
  }

  async function publish(): Promise<void> {
    const replies = [...waiting];
    waiting.clear();
    let delay = window();
    try {
      await send(replies, logTtlMs);
    } catch (error) {
      logger().warn({ error: (error as Error).message, replies: replies.length }, 'replies wait for Redis');
      delay = RETRY_MS;
    }
    for (const reply of replies) {
      if (reply.hasNews && !isLost(reply)) waiting.add(reply);
      else settleFlush(reply);
    }
    scheduled = false;
    if (waiting.size > 0) schedule(delay);
  }

  function settleFlush(reply: RunningReply): void {
    flushes.get(reply)?.();
    flushes.delete(reply);
  }

  return {
    wake(reply) {
      waiting.add(reply);
      schedule(window());
    },
    flushed(reply) {
      if (!reply.hasNews || isLost(reply)) return Promise.resolve();
      return new Promise((resolve) => {
        const giveUp = setTimeout(() => {
          waiting.delete(reply);
          settleFlush(reply);
        }, FLUSH_MS);
        flushes.set(reply, () => {
          clearTimeout(giveUp);
          resolve();
        });
        waiting.add(reply);
        schedule(0);
      });
    },
  };
}

function isLost(reply: RunningReply): boolean {
  return reply.abort.signal.reason instanceof RunAborted && reply.abort.signal.reason.reason === 'lost';
}

async function send(replies: RunningReply[], ttlMs: number): Promise<void> {
  const appends: LogAppend[] = [];
  const senders: RunningReply[] = [];
  for (const reply of replies) {
    const entries = nextEntries(reply.takeEntries());
    if (entries.length === 0) continue;
    senders.push(reply);
    appends.push({
      generationId: reply.generation.id,
      attempt: reply.attempt,
      first: reply.published + 1,
      entries,
      ttlMs: lifetimeOf(reply, ttlMs),
    });
  }
  if (appends.length === 0) return;
  const lengths = await appendToLogs(appends);
  for (const [index, reply] of senders.entries()) {
    const append = appends[index]!;
    const length = lengths[index]!;
    if (length === -1) reply.abort.abort(new RunAborted('lost'));
    else if (length === reply.published + append.entries.length) reply.published = length;
    else await restore(reply, ttlMs);
  }
}

function lifetimeOf({ generation: { kind }, hasEnded, vectors }: RunningReply, ttlMs: number): number {
  return logLifetime({ kind, hasEnded, hasVectors: vectors > 0 }, ttlMs);
}

function nextEntries(entries: string[]): string[] {
  let characters = 0;
  const most = entries.slice(0, MOST_ENTRIES);
  const end = most.findIndex((entry) => (characters += entry.length) > MOST_CHARACTERS);
  return end < 0 ? most : most.slice(0, Math.max(1, end));
}

/** The log is not as this worker left it: Redis lost it. It is put back, if the reply is still ours. */
async function restore(reply: RunningReply, ttlMs: number): Promise<void> {
  if (!(await ownsGeneration(reply.generation.id, reply.attempt))) {
    return reply.abort.abort(new RunAborted('lost'));
  }
  const entries = [...reply.entries];
  const length = await rewriteLog({
    generationId: reply.generation.id,
    attempt: reply.attempt,
    entries,
    ttlMs: lifetimeOf(reply, ttlMs),
  });
  if (length === -1) reply.abort.abort(new RunAborted('lost'));
  else reply.published = length;
  logger().warn({ generationId: reply.generation.id, entries: length }, 'reply log restored');
}
