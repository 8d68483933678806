import { logger } from '#app/core/platform/logger.ts';
import { counted } from '#app/core/platform/metrics/metrics.ts';
import { targetOf } from '#app/core/targets/table.ts';
import { appendToLogs, rewriteLog, type LogAppend } from './log.ts';
import { ownsGeneration } from '#app/core/generation/record/states.ts';
import { RunAborted } from './run-aborted.ts';
import type { RunningReply } from './running-reply.ts';

/**
 * What comes sooner than this after the last pieces waits for more, of its own reply and of others. The more replies
 * grow, the longer: a script call for many of them costs little more than one for few. A reply that grows alone hardly
 * waits for others.
 */
const PAUSE_MS = 8;
const PAUSE_MS_PER_REPLY = 0.4;
const LONGEST_PAUSE_MS = 40;
const REPLIES_PER_MS = 25;
const RETRY_MS = 100;
/** So long a reply waits for a Redis that is away or full. */
const PATIENCE_MS = 60_000;
/** The same for one that was ended from outside. */
const FLUSH_MS = 10_000;
/** Entries of one reply in one script call, and characters, beyond the first entry: vectors are long. */
const MOST_ENTRIES = 500;
const MOST_CHARACTERS = 1024 * 1024;

interface WriterOptions {
  logTtlMs: number;
  /** The replies that grow. */
  running: ReadonlySet<RunningReply>;
  patienceMs?: number;
}

export interface ReplyWriter {
  /** Says that a reply has something to publish. */
  wake(reply: RunningReply): void;
  /**
   * Resolves when what is being published has arrived; at once where nothing is. While Redis is away or full it waits until
   * everything that the reply has is published.
   * @returns false where Redis stays away for too long, or the run was ended from outside meanwhile: its readers have not
   *   got all of it
   */
  delivered(reply: RunningReply): Promise<boolean>;
  /**
   * Resolves when everything the reply has is published, when it was fenced off or ended from outside, or when Redis stays
   * away for too long: its readers then find the end in the database.
   */
  flushed(reply: RunningReply): Promise<void>;
}

/**
 * Publishes the pieces of all running replies of this worker together: a lone piece at once, a stream of them with one
 * script call in some milliseconds, however many replies grow. A Redis that is away loses nothing: what is not
 * acknowledged is sent again.
 */
export function createReplyWriter({
  logTtlMs,
  running,
  patienceMs = PATIENCE_MS,
}: WriterOptions): ReplyWriter {
  const waiting = new Set<RunningReply>();
  const flushes = new Map<RunningReply, () => void>();
  /** Redis did not take what was sent last. */
  let isAway = false;
  /** The next publishing, while it is waited for. */
  let timer: NodeJS.Timeout | undefined;
  let isPublishing = false;
  /** Who waits for the end of that. */
  let awaitingPublish: (() => void)[] = [];
  /** Before it nothing is published that can wait. */
  let notBefore = 0;

  function schedule(isUrgent: boolean): void {
    if (isPublishing || (timer && !isUrgent)) return;
    clearTimeout(timer);
    const delay = notBefore - performance.now();
    if (isUrgent || delay <= 0) {
      isPublishing = true;
      // With all that this turn of the event loop has received.
      process.nextTick(() => void publish());
    } else timer = setTimeout(() => void publish(), delay);
  }

  async function publish(): Promise<void> {
    timer = undefined;
    isPublishing = true;
    const replies = [...waiting];
    waiting.clear();
    notBefore = performance.now() + pauseFor(running.size);
    try {
      await send(replies, logTtlMs);
      isAway = false;
    } catch (error) {
      isAway = true;
      logger().warn({ error: (error as Error).message, replies: replies.length }, 'replies wait for Redis');
      notBefore = performance.now() + RETRY_MS;
    }
    for (const reply of replies) {
      if (reply.hasNews && !isLost(reply)) waiting.add(reply);
      else settleFlush(reply);
    }
    isPublishing = false;
    const told = awaitingPublish;
    awaitingPublish = [];
    for (const tell of told) tell();
    if (waiting.size > 0) schedule(false);
  }

  function settleFlush(reply: RunningReply): void {
    flushes.get(reply)?.();
    flushes.delete(reply);
  }

  /** @param signal ends the wait */
  function flush(reply: RunningReply, ms: number, signal?: AbortSignal): Promise<void> {
    if (!reply.hasNews || isLost(reply) || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const giveUp = () => {
        waiting.delete(reply);
        settleFlush(reply);
      };
      const late = setTimeout(giveUp, ms);
      signal?.addEventListener('abort', giveUp);
      flushes.set(reply, () => {
        clearTimeout(late);
        signal?.removeEventListener('abort', giveUp);
        resolve();
      });
      waiting.add(reply);
      schedule(true);
    });
  }

  return {
    wake(reply) {
      waiting.add(reply);
      schedule(false);
    },
    async delivered(reply) {
      if (isPublishing) await new Promise<void>((resolve) => awaitingPublish.push(resolve));
      if (!isAway) return true;
      await flush(reply, patienceMs, reply.abort.signal);
      return !reply.hasNews;
    },
    flushed(reply) {
      const { signal } = reply.abort;
      return signal.aborted ? flush(reply, FLUSH_MS) : flush(reply, patienceMs, signal);
    },
  };
}

/** Somebody else has the run, and says what is said of it. */
function giveUp(reply: RunningReply): void {
  counted.fencedWrites.log.inc();
  reply.abort.abort(new RunAborted('lost'));
}

function pauseFor(replies: number): number {
  const usual = Math.min(replies * PAUSE_MS_PER_REPLY, PAUSE_MS);
  return Math.min(Math.max(replies / REPLIES_PER_MS, usual), LONGEST_PAUSE_MS);
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
      ttlMs: isToBeKept(reply, ttlMs) ? lifetimeOf(reply, ttlMs) : null,
    });
  }
  if (appends.length === 0) return;
  const sentAt = performance.now();
  const lengths = await appendToLogs(appends);
  for (const [index, reply] of senders.entries()) {
    const append = appends[index]!;
    const length = lengths[index]!;
    if (length === -1) giveUp(reply);
    else if (length === reply.published + append.entries.length) {
      reply.published = length;
      if (append.ttlMs !== null) reply.keptUntil = sentAt + append.ttlMs;
    } else await restore(reply, ttlMs);
  }
}

/** Whether it is time to say that a log is kept on: with each token it would be half of Redis's work. */
function isToBeKept({ hasEnded, keptUntil }: RunningReply, ttlMs: number): boolean {
  return hasEnded || performance.now() > keptUntil - ttlMs / 2;
}

function lifetimeOf({ generation, hasEnded, vectors }: RunningReply, ttlMs: number): number {
  return targetOf(generation).keepsLogFor({ hasEnded, hasVectors: vectors > 0 }, ttlMs);
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
    return giveUp(reply);
  }
  // What is more than goes at once follows as if it were new: readers drop what they have.
  const entries = nextEntries(reply.entries);
  const length = await rewriteLog({
    generationId: reply.generation.id,
    attempt: reply.attempt,
    entries,
    ttlMs: lifetimeOf(reply, ttlMs),
  });
  if (length === -1) giveUp(reply);
  else reply.published = length;
  logger().warn({ generationId: reply.generation.id, entries: length }, 'reply log restored');
}
