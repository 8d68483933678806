import { deltaText, type CompletionDelta } from '#app/contracts/completion.ts';
import { ProviderError, type ProviderEvent } from '#app/core/providers/contract.ts';
import { config } from '#app/core/platform/config.ts';
import { logger } from '#app/core/platform/logger.ts';
import { counted } from '#app/core/platform/metrics.ts';
import { mayAsk } from '#app/core/routing/health/may-ask.ts';
import { reportHealth } from '#app/core/routing/health/report-health.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { noteCall } from '#app/core/generation/stream/calls-under-way.ts';
import { type Candidate } from '#app/core/generation/record/candidate.ts';
import { candidatesOf, longestOf } from '#app/core/generation/record/candidates-of.ts';
import { claimGeneration } from './claim.ts';
import { concludeRun } from './conclude-run.ts';
import { withFailover } from './failover.ts';
import { GrowingHold } from './growing-hold.ts';
import { storeBegun } from './heartbeat.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import { RunAborted, RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { DELIVERIES } from '#app/core/generation/record/delivery.ts';
import { targetOf } from '#app/core/targets/table.ts';
import { taskOf } from '#app/core/tasks/table.ts';
import type { Input } from '#app/core/tasks/task.ts';
import { watchStream } from './watch-stream.ts';
import type { WorkerContext } from './worker-context.ts';

/** A reply that ends sooner needs no note of its own that it has begun. */
const BEGUN_MS = 100;

/**
 * Runs one generation from claim to settle. Returns without a word when somebody else owns it. The run does
 * not depend on any reader. This is the only way to a provider.
 */
export async function runGeneration(
  { generationId, attempt }: { generationId: string; attempt: number },
  worker: WorkerContext,
): Promise<void> {
  const claimed = await claimGeneration({ generationId, attempt, workerId: worker.id });
  if (!claimed || isUnderWay(generationId, worker)) return;
  const { generation, stored } = claimed;
  const reply = new RunningReply(generation);
  worker.running.add(reply);
  stored.then(
    () => (reply.isStored = true),
    (lost: unknown) => reply.abort.abort(lost),
  );
  const endCall = noteCall();
  const { requestId, model, provider } = generation;
  logger().info({ generationId, requestId, attempt, model, provider }, 'run');
  try {
    const task = taskOf(generation);
    const input = await task.load(AUTOCOMMIT, generation);
    const answer = async () => {
      const error = await stream({ reply, input, stored }, worker);
      await concludeRun(reply, input, error, worker);
    };
    await (task.inTurn ? task.inTurn(input, answer) : answer());
  } catch (error) {
    // The row stays as it is; its lease runs out and the sweeper closes it.
    logger().error({ err: error, generationId, requestId, attempt }, 'run was given up');
  } finally {
    endCall();
    worker.running.delete(reply);
  }
}

/** A Redis that forgot everything lets a job be added twice, and what this worker runs is its own at any claim. */
function isUnderWay(generationId: string, { running }: WorkerContext): boolean {
  for (const { generation } of running) if (generation.id === generationId) return true;
  return false;
}

interface Begun {
  reply: RunningReply;
  input: Input;
  /** The claim is on disk. */
  stored: Promise<void>;
}

/**
 * @returns what ended the stream before its time, or null
 * @throws Error when the claim was lost: what the provider said is not to be heard then
 */
async function stream({ reply, input, stored }: Begun, worker: WorkerContext): Promise<unknown> {
  const { generation } = reply;
  const { takesDeltas } = targetOf(generation);
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
  try {
    const events = withFailover(candidates, {
      signal: reply.abort.signal,
      call: (candidate) => callProvider(candidate, { reply, input, stallMs }),
      isWanted: (candidate, said) => isWanted(said, candidate, { generation, input }),
      onCount(usage) {
        reply.count(usage);
        void hold.hears(usage);
      },
      onBegin: (candidate) => begin(reply, candidate),
      onAttempt(attempt) {
        reply.attempts.push(attempt);
        if (attempt.errorCode) reply.ask(null);
      },
      isReady: async ({ offerId }) => offerId === null || mayAsk(offerId),
      onHealth: ({ offerId }, report) => offerId && reportHealth(offerId, report),
    });
    for await (const event of events) {
      if (!reply.isStored) await stored;
      if (event.type === 'usage') {
        reply.count(event.usage);
        await hold.hears(event.usage);
      } else if (event.type === 'finish') reply.finishReasons[event.choice] = event.reason;
      else {
        reply.isUsageBehind = true;
        const words = wordsOf(event);
        if (!reply.hasRoomFor(words.length))
          throw new ProviderError('provider_malformed', 'the answer does not end');
        const isCovered = hold.covers(words);
        if (isCovered !== true && !(await isCovered)) {
          reply.finishReasons[0] = 'length';
          break;
        }
        if (event.type === 'text') reply.addText(event.text);
        else if (event.type === 'thinking') reply.addThinking(event.text);
        else if (event.type === 'vector') reply.addVector(event);
        else if (takesDeltas) reply.addDelta(event);
        // A conversation has one text: what a model refuses to say is what it says.
        else reply.addText(deltaText(event.delta));
        if (!reply.firstTokenAt) noteFirstToken(reply, worker);
        // Who waits for the whole answer is told of it with its end, at half the price.
        if (isSeen) worker.writer.wake(reply);
      }
    }
  } catch (error) {
    failure = error;
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
  const onTaken = () => (reply.isTaken = true);
  reply.ask(candidate);
  return watchStream(
    (signal) => taskOf(generation).execute(input, candidate, { generation, signal, onTaken }),
    { signal: abort.signal, stallMs },
  );
}

/** Whether an answer without a word is what the caller asked for. */
function isWanted(
  said: readonly ProviderEvent[],
  candidate: Candidate,
  { generation, input }: { generation: Generation; input: Input },
): boolean {
  const usage = said.findLast((event) => event.type === 'usage')?.usage ?? null;
  const reasons = said.flatMap((event) => (event.type === 'finish' ? event.reason : []));
  const longest = longestOf(generation, candidate);
  return taskOf(generation).emptyReason({ reasons, usage }, input, candidate, longest) !== null;
}

/** From here on the reply is this candidate's. */
function begin(reply: RunningReply, candidate: Candidate): void {
  reply.servedBy = candidate;
  if (!targetOf(reply.generation).takesDeltas) return;
  const { model, provider, leftOut } = candidate;
  reply.start({ type: 'start', model, provider, leftOut });
}

/** From now on the reply has begun and no second attempt may replace it: its log says so at once, its row soon. */
function noteFirstToken(reply: RunningReply, { running }: WorkerContext): void {
  reply.firstTokenAt = new Date();
  counted.timeToFirstToken.observe(
    (reply.firstTokenAt.getTime() - reply.generation.createdAt.getTime()) / 1000,
  );
  setTimeout(() => {
    // A short reply is stored whole by now, or a heartbeat came first.
    if (!running.has(reply) || reply.checkpointed >= 0) return;
    storeBegun(reply).catch((error: Error) => logger().warn({ error: error.message }, 'first token'));
  }, BEGUN_MS);
}
