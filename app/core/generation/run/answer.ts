import { deltaText, type CompletionDelta } from '#app/contracts/completion.ts';
import type { Candidate } from '#app/core/generation/record/candidate.ts';
import { DELIVERIES } from '#app/core/generation/record/columns.ts';
import { candidatesOf, type Generation } from '#app/core/generation/record/row.ts';
import { RunAborted } from '#app/core/generation/stream/run-aborted.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { countFurtherOffer } from '#app/core/limits/quotas.ts';
import { config } from '#app/core/platform/config.ts';
import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import { mayAsk, reportHealth } from '#app/core/routing/health/breaker.ts';
import type { HealthReport } from '#app/core/routing/health/offer-health.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import type { Input } from '#app/core/tasks/task.ts';
import { applyEvent, beginAnswer } from './events.ts';
import { resumeAnswer } from './continuation/continued-answer.ts';
import { withFailover } from './failover.ts';
import { GrowingHold } from './growing-hold.ts';
import { inPieces, watchStream } from './provider-call.ts';
import type { WorkerContext } from './worker-context.ts';

/** A run that was claimed, with what its task loaded. */
export interface Begun {
  reply: RunningReply;
  input: Input;
  /** The claim is on disk. */
  stored: Promise<void>;
  /** A worker that was lost has begun it. */
  isTakenOver: boolean;
}

/**
 * Asks the provider, and the next one while none has begun to answer, and passes on what it says.
 * @returns what ended the stream before its time, or null
 * @throws Error when the claim was lost: what the provider said is not to be passed on then
 */
export async function streamAnswer(
  { reply, input, stored, isTakenOver }: Begun,
  worker: WorkerContext,
): Promise<unknown> {
  const { generation } = reply;
  const { isSeen } = DELIVERIES[generation.delivery];
  const limits = taskOf(generation).limits(config());
  const { deadlineMs } = limits;
  const candidates = candidatesOf(generation);
  // An answer in one piece says nothing until it is there: each who may give it has a share of the time.
  const shareMs = Math.max(limits.stallMs, deadlineMs / candidates.length);
  const stallMs = isSeen ? limits.stallMs : shareMs;
  const deadline = setTimeout(() => reply.abort.abort(new RunAborted('deadline')), deadlineMs);
  let failure: unknown = null;
  const hold = new GrowingHold(generation);
  const hear = async (events: AsyncIterable<ProviderEvent>) => {
    for await (const event of hold.endsAnswer ? inPieces(events) : events) {
      if (!reply.isStored) await stored;
      if (event.type !== 'usage' && event.type !== 'finish') {
        const words = wordsOf(event);
        if (!reply.hasRoomFor(words.length))
          throw new ProviderError('provider_malformed', 'the answer does not end');
        const isCovered = hold.covers(words);
        if (isCovered !== true && !(await isCovered)) {
          reply.finishReasons[0] = 'length';
          break;
        }
      }
      applyEvent(reply, event, worker);
      if (event.type === 'usage') await hold.onUsage(event.usage);
    }
  };
  // What a person's key meets says nothing of the offer, and who fails for others may answer it.
  const isReady = async ({ offerId }: Candidate) => generation.ownKey || offerId === null || mayAsk(offerId);
  const onHealth = ({ offerId }: Candidate, report: HealthReport) =>
    !generation.ownKey && offerId && reportHealth(offerId, report);
  const begin = () =>
    hear(
      withFailover(candidates, {
        signal: reply.abort.signal,
        call: (candidate) => callProvider(candidate, { reply, input, stallMs }),
        isAnswer: (candidate, said) => isAnswer(said, candidate, { generation, input }),
        // A call on a person's own key costs the operator nothing.
        mayAskFurther: async () => generation.ownKey || countFurtherOffer(generation.userId),
        onCount(usage) {
          reply.count(usage);
          void hold.onUsage(usage);
        },
        onBegin: (candidate) => beginAnswer(reply, candidate),
        onAttempt(attempt) {
          reply.attempts.push(attempt);
          if (attempt.errorCode) reply.ask(null);
        },
        isReady,
        onHealth,
      }),
    );
  try {
    if (isTakenOver) {
      await hold.covers(reply.plainText ?? '');
      // Nobody but our own worker has broken it off.
      failure = new RunAborted('shutdown');
    } else {
      // A worker that was lost may have passed thoughts on.
      if (reply.thinking !== '') await hold.covers(reply.thinking);
      await begin();
    }
  } catch (error) {
    failure = error;
  }
  // An answer that was left is not completed: no reader waits for the rest.
  if (reply.leftUntil && (failure || reply.finishReason === null)) failure = new RunAborted('stopped');
  try {
    failure = await resumeAnswer(failure, { reply, input, candidates, stallMs, hear, isReady, onHealth });
  } finally {
    clearTimeout(deadline);
  }
  await stored;
  return failure;
}

/** What an event says, for counting; vectors are paid for by their inputs. */
function wordsOf(event: ProviderEvent): string {
  if (event.type === 'delta') return deltaText(event.delta) + calledIds(event.delta);
  return 'text' in event ? event.text : '';
}

/** What names a call of a tool is written by the model, too. */
function calledIds({ tool_calls: calls }: CompletionDelta): string {
  return calls?.map(({ id }) => id ?? '').join('') ?? '';
}

interface Call {
  reply: RunningReply;
  input: Input;
  stallMs: number;
}

/** One call to one provider. */
function callProvider(
  candidate: Candidate,
  { reply, input, stallMs }: Call,
): AsyncIterableIterator<ProviderEvent> {
  const { generation, abort } = reply;
  const onSent = () => (reply.isSent = true);
  const onTaken = () => reply.take();
  const { execute } = taskOf(generation);
  if (!execute) throw new Error(`The task ${generation.task} is not executed`);
  reply.ask(candidate);
  return watchStream((signal) => execute(input, candidate, { generation, signal, onSent, onTaken }), {
    signal: abort.signal,
    stallMs,
  });
}

/** Whether an end without a word is an answer. */
function isAnswer(
  said: readonly ProviderEvent[],
  candidate: Candidate,
  { generation, input }: { generation: Generation; input: Input },
): boolean {
  const usage = said.findLast((event) => event.type === 'usage')?.usage ?? null;
  const reasons = said.flatMap((event) => (event.type === 'finish' ? event.reason : []));
  return taskOf(generation).emptyReason({ reasons, usage }, input, candidate) !== null;
}
