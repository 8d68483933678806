import { logger } from '#app/core/platform/logger.ts';
import { counted } from '#app/core/platform/metrics/metrics.ts';
import { tagOf } from '#app/core/platform/stream-redis.ts';
import { targetOf } from '#app/core/targets/table.ts';
import { appendToLogs, rewriteLog, type LogAppend } from './log.ts';
import { ownsGeneration } from '#app/core/generation/record/states.ts';
import { RunAborted } from './run-aborted.ts';
import type { RunningReply } from './running-reply.ts';

/**
 * Min pause between publishings, in milliseconds: pieces that arrive sooner wait for more, of their own reply
 * and of others. It grows with the number of replies, because a script call for many costs little more than
 * for few. A reply that runs alone hardly waits.
 */
const PAUSE_MS = 8;
const PAUSE_MS_PER_REPLY = 0.4;
const MAX_PAUSE_MS = 40;
const REPLIES_PER_MS = 25;
const RETRY_MS = 100;
/** Milliseconds that a reply waits for a Redis that is away or full. */
const PATIENCE_MS = 60_000;
/** The same for a reply that was aborted from outside. */
const FLUSH_MS = 10_000;
/**
 * Max entries of one reply in one script call, and max characters beyond the first entry: vectors are long.
 */
const MAX_ENTRIES = 500;
const MAX_CHARACTERS = 1024 * 1024;

interface WriterOptions {
  logTtlMs: number;
  /** Replies that are running. */
  running: ReadonlySet<RunningReply>;
  patienceMs?: number;
}

interface LaneOptions extends Required<WriterOptions> {
  warn(error: Error, replies: number): void;
}

export interface ReplyWriter {
  /** Notes that a reply has something to publish. */
  wake(reply: RunningReply): void;
  /**
   * Resolves when the current publishing is acknowledged; at once if there is none. While Redis is away or
   * full it waits until everything the reply has is published.
   * @returns false if Redis stays away too long, or the run was aborted from outside meanwhile: its readers
   *   are missing output
   */
  delivered(reply: RunningReply): Promise<boolean>;
  /**
   * Resolves when everything the reply has is published, when it was fenced off or aborted from outside, or
   * when Redis stays away too long: its readers then find the end in the database.
   */
  flushed(reply: RunningReply): Promise<void>;
}

/**
 * Publishes the pieces of all running replies of this worker together: a lone piece at once, a stream of
 * pieces with one script call every few milliseconds, regardless of the number of replies. A Redis that is
 * away loses nothing: entries that are not acknowledged are sent again.
 *
 * In a Redis Cluster the replies of a tag are published together: a node that is away or silent only delays
 * its own.
 */
export function createReplyWriter({
  logTtlMs,
  running,
  patienceMs = PATIENCE_MS,
}: WriterOptions): ReplyWriter {
  let warnedAt = -Infinity;
  function warn(error: Error, replies: number): void {
    // The tags of a node fail together, and one line is enough.
    if (performance.now() - warnedAt < RETRY_MS) return;
    warnedAt = performance.now();
    logger().warn({ error: error.message, replies }, 'replies wait for Redis');
  }
  const lanes = new Map<string, ReplyWriter>();
  function laneOf({ generation }: RunningReply): ReplyWriter {
    const tag = tagOf(generation.id);
    const known = lanes.get(tag);
    if (known) return known;
    const lane = createLane({ logTtlMs, running, patienceMs, warn });
    lanes.set(tag, lane);
    return lane;
  }
  return {
    wake: (reply) => laneOf(reply).wake(reply),
    delivered: (reply) => laneOf(reply).delivered(reply),
    flushed: (reply) => laneOf(reply).flushed(reply),
  };
}

/** Publishes the pieces of replies whose logs one script can append to. */
function createLane({ logTtlMs, running, patienceMs, warn }: LaneOptions): ReplyWriter {
  const waiting = new Set<RunningReply>();
  const flushes = new Map<RunningReply, () => void>();
  /** Redis did not accept the last send. */
  let isAway = false;
  /** Timer of the next publishing. */
  let timer: NodeJS.Timeout | undefined;
  let isPublishing = false;
  /** Callers that wait for the current publishing to end. */
  let awaitingPublish: (() => void)[] = [];
  /** Earliest time of the next publishing that is not urgent. */
  let notBefore = 0;

  function schedule(isUrgent: boolean): void {
    if (isPublishing || (timer && !isUrgent)) return;
    clearTimeout(timer);
    const delay = notBefore - performance.now();
    if (isUrgent || delay <= 0) {
      isPublishing = true;
      // Includes everything that this turn of the event loop has received.
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
      warn(error as Error, replies.length);
      notBefore = performance.now() + RETRY_MS;
    }
    for (const reply of replies) {
      if (reply.hasNews && !isLost(reply)) waiting.add(reply);
      else settleFlush(reply);
    }
    isPublishing = false;
    const waiters = awaitingPublish;
    awaitingPublish = [];
    for (const tell of waiters) tell();
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

/** Another attempt owns the run and publishes it: stop writing. */
function stopWriting(reply: RunningReply): void {
  counted.fencedWrites.log.inc();
  reply.abort.abort(new RunAborted('lost'));
}

function pauseFor(replies: number): number {
  const byCount = Math.min(replies * PAUSE_MS_PER_REPLY, PAUSE_MS);
  return Math.min(Math.max(replies / REPLIES_PER_MS, byCount), MAX_PAUSE_MS);
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
      ttlMs: needsRenewal(reply, ttlMs) ? lifetimeOf(reply, ttlMs) : null,
    });
  }
  if (appends.length === 0) return;
  const sentAt = performance.now();
  const lengths = await appendToLogs(appends);
  for (const [index, reply] of senders.entries()) {
    const append = appends[index]!;
    const length = lengths[index]!;
    if (length === -1) stopWriting(reply);
    else if (length === reply.published + append.entries.length) {
      reply.published = length;
      if (append.ttlMs !== null) reply.logExpiresAt = sentAt + append.ttlMs;
    } else await restore(reply, ttlMs);
  }
}

/** Whether to renew the log's expiry: doing it with each token would be half of Redis's work. */
function needsRenewal({ hasEnded, logExpiresAt: keptUntil }: RunningReply, ttlMs: number): boolean {
  return hasEnded || performance.now() > keptUntil - ttlMs / 2;
}

function lifetimeOf({ generation, hasEnded, vectors }: RunningReply, ttlMs: number): number {
  return targetOf(generation).keepsLogFor({ hasEnded, hasVectors: vectors > 0 }, ttlMs);
}

function nextEntries(entries: string[]): string[] {
  let characters = 0;
  const first = entries.slice(0, MAX_ENTRIES);
  const end = first.findIndex((entry) => (characters += entry.length) > MAX_CHARACTERS);
  return end < 0 ? first : first.slice(0, Math.max(1, end));
}

/** Rewrites a log that Redis lost, if this worker still owns the reply. */
async function restore(reply: RunningReply, ttlMs: number): Promise<void> {
  if (!(await ownsGeneration(reply.generation.id, reply.attempt))) {
    return stopWriting(reply);
  }
  // The remaining entries are sent later as if they were new; readers discard those they already have.
  const entries = nextEntries(reply.entries);
  const length = await rewriteLog({
    generationId: reply.generation.id,
    attempt: reply.attempt,
    entries,
    ttlMs: lifetimeOf(reply, ttlMs),
  });
  if (length === -1) stopWriting(reply);
  else reply.published = length;
  logger().warn({ generationId: reply.generation.id, entries: length }, 'reply log restored');
}
