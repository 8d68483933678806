import type { ErrorCode } from '#app/contracts/errors.ts';
import { readEntry } from '#app/core/catalogue/read-entry.ts';
import type { Candidate } from '#app/core/generation/record/candidate.ts';
import { attemptOf, CallWatch, isRefusal } from '#app/core/generation/run/provider-call.ts';
import { takeNextCandidate } from '#app/core/generation/run/failover.ts';
import { RunAborted } from '#app/core/generation/stream/run-aborted.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { logger } from '#app/core/platform/logger.ts';
import { counted } from '#app/core/platform/metrics/metrics.ts';
import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import type { HealthReport } from '#app/core/routing/health/offer-health.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import type { Continuation, Input } from '#app/core/tasks/task.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { callForContinuation, ContinuationStream } from './continuation.ts';

/** Max calls to continue one answer: each may bill a prompt that no user pays for. */
const MAX_TRIES = 3;

/** Errors that may have been momentary. */
const BROKEN_OFF: ReadonlySet<ErrorCode> = new Set(['provider_cut', 'provider_unavailable']);

export interface ContinuationContext {
  reply: RunningReply;
  input: Input;
  candidates: readonly Candidate[];
  stallMs: number;
  /** Adds events to the reply. */
  consume(events: AsyncIterable<ProviderEvent>): Promise<void>;
  isReady(candidate: Candidate): Promise<boolean>;
  onHealth(candidate: Candidate, report: HealthReport): void;
}

/**
 * Lets the next candidates continue an answer that its provider cut off, one after the other, until it is
 * complete. Output that cannot be joined is discarded; if none joins, the answer stays truncated.
 * @param failure the error that ended it early, or null
 * @returns the last error, or null
 */
export async function continueAnswer(failure: unknown, resuming: ContinuationContext): Promise<unknown> {
  const { reply, candidates, isReady } = resuming;
  let last = failure;
  const left = candidatesAfter(candidates, reply.answeredBy, last);
  for (let tries = 0; tries < MAX_TRIES && left.length > 0 && isBroken(reply, last); tries += 1) {
    const request = continuationRequest(resuming);
    if (!request) break;
    const broken = reply.attempts.findLast(({ answered }) => answered);
    const candidate = await takeNextCandidate(left, isReady);
    if (reply.abort.signal.aborted) break;
    const continuation = await openContinuation(candidate, request, resuming);
    if (!continuation) continue;
    if (broken) broken.errorCode = codeOf(last);
    last = await consumeContinuation(candidate, continuation, resuming);
  }
  // The candidate called last may have been aborted before any output.
  const isOpen = last !== null || reply.finishReason === null;
  return isOpen && reply.abort.signal.aborted ? reply.abort.signal.reason : last;
}

/**
 * Orders the candidates for a continuation: first those after the one that answered, which were not called
 * yet, then those before it, which failed. The one that answered comes last, unless it stalled or sent
 * malformed output.
 */
function candidatesAfter(
  candidates: readonly Candidate[],
  first: Candidate | null,
  failure: unknown,
): Candidate[] {
  const place = candidates.findIndex((one) => one === first);
  if (place < 0) return [];
  if (isWorkerLost(failure)) return [...candidates.slice(place), ...candidates.slice(0, place)];
  const others = [...candidates.slice(place + 1), ...candidates.slice(0, place)];
  const isLost = failure instanceof ProviderError && !BROKEN_OFF.has(failure.code);
  return isLost ? others : [...others, candidates[place]!];
}

/** Error code of the interruption, for the receipt. */
function codeOf(failure: unknown): ErrorCode {
  if (failure instanceof ProviderError) return failure.code;
  return isWorkerLost(failure) ? 'interrupted' : 'provider_cut';
}

/** True if our own worker was lost and this one has taken over its output. */
function isWorkerLost(failure: unknown): boolean {
  return failure instanceof RunAborted && failure.reason === 'shutdown';
}

/**
 * Whether an answer began and its provider cut it off, as opposed to the reader or a refusal of the request.
 */
function isBroken(reply: RunningReply, failure: unknown): boolean {
  if (!reply.answeredBy || reply.abort.signal.aborted) return false;
  if (isWorkerLost(failure)) return true;
  return failure === null
    ? reply.finishReason === null
    : failure instanceof ProviderError && !isRefusal(failure);
}

/**
 * Builds the request for a continuation. None with a user's own key: the user would pay for the further call.
 */
function continuationRequest({ reply, input }: ContinuationContext): Continuation | null {
  const { plainText, generation } = reply;
  return plainText === null || generation.ownKey
    ? null
    : (taskOf(generation).continuationOf?.(input, plainText) ?? null);
}

/** @returns a continuation that joins this answer; null if there is none */
async function openContinuation(
  candidate: Candidate,
  asked: Continuation,
  { reply, stallMs, onHealth }: ContinuationContext,
): Promise<ContinuationStream | null> {
  const watch = new CallWatch();
  const note = (error: unknown) =>
    reply.attempts.push({ ...attemptOf(candidate, watch, error), resumed: true });
  let part: ContinuationStream | null = null;
  const onTaken = () => void countPrompt({ candidate, request: asked, reply });
  try {
    const events = await callForContinuation(candidate, asked, { reply, stallMs, onTaken });
    if (!events) throw new Error('nothing is left of its length');
    part = new ContinuationStream(events, asked.soFar, watch);
    if (await part.open()) {
      note(null);
      onHealth(candidate, watch.begin());
      counted.resumes.joined.inc();
      return part;
    }
    // This says nothing about the offer's health.
    const other = new Error('its words do not go on with the answer');
    note(other);
    onHealth(candidate, watch.failure(other));
    counted.resumes.refused.inc();
  } catch (error) {
    note(error);
    onHealth(candidate, watch.failure(error));
    counted.resumes.failed.inc();
  }
  part?.leave();
  return null;
}

interface OwnPrompt {
  candidate: Candidate;
  request: Continuation;
  reply: RunningReply;
}

/** Counts the prompt of a continuation by our own count: the operator bears its cost. */
async function countPrompt({ candidate, request: asked, reply }: OwnPrompt): Promise<void> {
  try {
    const { tokenizer } = await readEntry(AUTOCOMMIT, candidate.model);
    const { promptTokens } = await taskOf(reply.generation).countSent(asked.input, candidate, tokenizer);
    counted.resumedPromptTokens.inc(promptTokens);
  } catch (error) {
    logger().warn({ error: (error as Error).message }, 'a prompt that the operator bears was not counted');
  }
}

/**
 * Adds a continuation to the reply.
 * @returns the error that ended it early, or null
 */
async function consumeContinuation(
  candidate: Candidate,
  part: ContinuationStream,
  { reply, consume: hear, onHealth }: ContinuationContext,
): Promise<unknown> {
  reply.startContinuation(candidate);
  try {
    await hear(part.events());
    onHealth(candidate, part.watch.end());
    return null;
  } catch (error) {
    onHealth(candidate, part.watch.failure(error));
    return error;
  } finally {
    part.leave();
  }
}
