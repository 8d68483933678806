import type { ErrorCode } from '#app/contracts/errors.ts';
import { readEntry } from '#app/core/catalogue/read-entry.ts';
import type { Candidate } from '#app/core/generation/record/candidate.ts';
import { attemptOf, CallWatch, isRefusal } from '#app/core/generation/run/provider-call.ts';
import { takeNext } from '#app/core/generation/run/failover.ts';
import { RunAborted } from '#app/core/generation/stream/run-aborted.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { logger } from '#app/core/platform/logger.ts';
import { counted } from '#app/core/platform/metrics/metrics.ts';
import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import type { HealthReport } from '#app/core/routing/health/offer-health.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import type { GoneOn, Input } from '#app/core/tasks/task.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { callToGoOn, Resumed } from './continuation.ts';

/** So many are asked to go on with one answer: each of them may bill a prompt that nobody pays for. */
const MOST_TRIES = 3;

/** What may have been a moment's. */
const BROKEN_OFF: ReadonlySet<ErrorCode> = new Set(['provider_cut', 'provider_unavailable']);

export interface Resuming {
  reply: RunningReply;
  input: Input;
  candidates: readonly Candidate[];
  stallMs: number;
  /** Passes events on into the reply. */
  hear(events: AsyncIterable<ProviderEvent>): Promise<void>;
  isReady(candidate: Candidate): Promise<boolean>;
  onHealth(candidate: Candidate, report: HealthReport): void;
}

/**
 * Lets the next candidates go on with an answer whose provider has broken it off, one after the other until it is whole.
 * Whose words cannot be joined to it says nothing of it, and where nobody's can, it stays as it was cut.
 * @param failure what ended it before its time, or null
 * @returns what did at last
 */
export async function resumeAnswer(failure: unknown, resuming: Resuming): Promise<unknown> {
  const { reply, candidates, isReady } = resuming;
  let last = failure;
  const left = candidatesAfter(candidates, reply.servedBy, last);
  for (let tries = 0; tries < MOST_TRIES && left.length > 0 && isBroken(reply, last); tries += 1) {
    const asked = goneOn(resuming);
    if (!asked) break;
    const broken = reply.attempts.findLast(({ answered }) => answered);
    const candidate = await takeNext(left, isReady);
    if (reply.abort.signal.aborted) break;
    const part = await openPart(candidate, asked, resuming);
    if (!part) continue;
    if (broken) broken.errorCode = codeOf(last);
    last = await hearPart(candidate, part, resuming);
  }
  // Who was asked last may have been left before it said anything.
  const isOpen = last !== null || reply.finishReason === null;
  return isOpen && reply.abort.signal.aborted ? reply.abort.signal.reason : last;
}

/**
 * Those that were not asked yet stand behind the one that answered; those before it have failed. Last of all it is asked
 * itself once more, unless it fell silent or said what nobody understands.
 */
function candidatesAfter(
  candidates: readonly Candidate[],
  first: Candidate | null,
  failure: unknown,
): Candidate[] {
  const place = candidates.findIndex((one) => one === first);
  if (place < 0) return [];
  if (isOurs(failure)) return [...candidates.slice(place), ...candidates.slice(0, place)];
  const others = [...candidates.slice(place + 1), ...candidates.slice(0, place)];
  const isLost = failure instanceof ProviderError && !BROKEN_OFF.has(failure.code);
  return isLost ? others : [...others, candidates[place]!];
}

/** Why an answer was broken off, as the receipt says it. */
function codeOf(failure: unknown): ErrorCode {
  if (failure instanceof ProviderError) return failure.code;
  return isOurs(failure) ? 'interrupted' : 'provider_cut';
}

/** Our own worker was lost, and this one has taken over what it had said. */
function isOurs(failure: unknown): boolean {
  return failure instanceof RunAborted && failure.reason === 'shutdown';
}

/** Whether an answer has begun and was broken off by who gave it, not by whom it was for nor by what was asked. */
function isBroken(reply: RunningReply, failure: unknown): boolean {
  if (!reply.servedBy || reply.abort.signal.aborted) return false;
  if (isOurs(failure)) return true;
  return failure === null
    ? reply.finishReason === null
    : failure instanceof ProviderError && !isRefusal(failure);
}

/** What a person's own key is asked, it pays for: there nobody is asked again. */
function goneOn({ reply, input }: Resuming): GoneOn | null {
  const { plainText, generation } = reply;
  return plainText === null || generation.ownKey
    ? null
    : (taskOf(generation).goOn?.(input, plainText) ?? null);
}

/** @returns an answer that goes on with this one; null where there is none */
async function openPart(
  candidate: Candidate,
  asked: GoneOn,
  { reply, stallMs, onHealth }: Resuming,
): Promise<Resumed | null> {
  const watch = new CallWatch();
  const note = (error: unknown) =>
    reply.attempts.push({ ...attemptOf(candidate, watch, error), resumed: true });
  let part: Resumed | null = null;
  const onTaken = () => void countPrompt({ candidate, asked, reply });
  try {
    const events = await callToGoOn(candidate, asked, { reply, stallMs, onTaken });
    if (!events) throw new Error('nothing is left of its length');
    part = new Resumed(events, asked.said, watch);
    if (await part.open()) {
      note(null);
      onHealth(candidate, watch.begin());
      counted.resumes.joined.inc();
      return part;
    }
    // Which says nothing of the offer.
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
  asked: GoneOn;
  reply: RunningReply;
}

/** The operator bears what it was asked: its whole prompt, by our own count. */
async function countPrompt({ candidate, asked, reply }: OwnPrompt): Promise<void> {
  try {
    const { tokenizer } = await readEntry(AUTOCOMMIT, candidate.model);
    const { promptTokens } = await taskOf(reply.generation).countSent(asked.input, candidate, tokenizer);
    counted.resumedPromptTokens.inc(promptTokens);
  } catch (error) {
    logger().warn({ error: (error as Error).message }, 'a prompt that the operator bears was not counted');
  }
}

/** Adds what it says to the reply. @returns what ended it before its time, or null */
async function hearPart(
  candidate: Candidate,
  part: Resumed,
  { reply, hear, onHealth }: Resuming,
): Promise<unknown> {
  reply.resume(candidate);
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
