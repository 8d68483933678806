import { deltaText, type CompletionDelta } from '#app/contracts/completion.ts';
import { inputsOf } from '#app/contracts/embedding.ts';
import { ProviderError, type ProviderRequest, type ProviderEvent } from '#app/core/providers/contract.ts';
import { credentialsFor } from '#app/core/providers/credentials.ts';
import { adapterFor, embedderFor } from '#app/core/providers/registry.ts';
import { bounded } from '#app/core/platform/bounded.ts';
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
import { emptyReasonOf } from './empty-answer.ts';
import { withFailover } from './failover.ts';
import { GrowingHold } from './growing-hold.ts';
import { storeBegun } from './heartbeat.ts';
import { loadPrompt, type Prompt } from '#app/core/generation/load/load-prompt.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import { RunAborted, RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { sentPrompt } from '#app/core/generation/load/sent-prompt.ts';
import { watchStream } from './watch-stream.ts';
import type { WorkerContext } from './worker-context.ts';

/** A reply that ends sooner needs no note of its own that it has begun. */
const BEGUN_MS = 100;

/**
 * An answer of many vectors takes a hundred megabytes from its first byte until its readers have it: the others wait
 * before they ask their provider.
 */
const withLargeAnswer = bounded(2, Number.MAX_SAFE_INTEGER);
/** A hundred vectors are a few megabytes at most. */
const LARGE_INPUTS = 100;

const isLarge = ({ embed }: Prompt) => embed !== undefined && inputsOf(embed.input).length > LARGE_INPUTS;

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
    const prompt = await loadPrompt(AUTOCOMMIT, generation);
    const answer = async () => {
      const error = await stream({ reply, prompt, stored }, worker);
      await concludeRun(reply, prompt, error, worker);
    };
    await (isLarge(prompt) ? withLargeAnswer(answer) : answer());
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
  prompt: Prompt;
  /** The claim is on disk. */
  stored: Promise<void>;
}

/**
 * @returns what ended the stream before its time, or null
 * @throws Error when the claim was lost: what the provider said is not to be heard then
 */
async function stream({ reply, prompt, stored }: Begun, worker: WorkerContext): Promise<unknown> {
  const { RUN_STALL_MS, RUN_DEADLINE_MS: deadlineMs } = config();
  const { generation } = reply;
  const candidates = candidatesOf(generation);
  // An answer in one piece says nothing until it is there: each who may give it has a share of the time.
  const shareMs = Math.max(RUN_STALL_MS, deadlineMs / candidates.length);
  const stallMs = generation.delivery === 'whole' ? shareMs : RUN_STALL_MS;
  const deadline = setTimeout(() => reply.abort.abort(new RunAborted('deadline')), deadlineMs);
  let failure: unknown = null;
  const hold = new GrowingHold(generation);
  try {
    const events = withFailover(candidates, {
      signal: reply.abort.signal,
      call: (candidate) => callProvider(candidate, { reply, prompt, stallMs }),
      isWanted: (candidate, said) => isWanted(said, candidate, { generation, prompt }),
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
        else if (generation.kind === 'api') reply.addDelta(event);
        // A conversation has one text: what a model refuses to say is what it says.
        else reply.addText(deltaText(event.delta));
        if (!reply.firstTokenAt) noteFirstToken(reply, worker);
        // Who waits for the whole answer is told of it with its end, at half the price.
        if (generation.delivery === 'stream') worker.writer.wake(reply);
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
  prompt: Prompt;
  stallMs: number;
}

/** One call to one provider. */
function callProvider(
  candidate: Candidate,
  { reply, prompt, stallMs }: Call,
): AsyncIterableIterator<ProviderEvent> {
  const { generation, abort } = reply;
  const { provider, upstreamModel: model } = candidate;
  const credentials = credentialsFor(provider, config()) ?? notSetUp(provider);
  const watched = { signal: abort.signal, stallMs };
  const onTaken = () => (reply.isTaken = true);
  reply.ask(candidate);
  if (prompt.embed) {
    const embedder = embedderFor(provider) ?? notSetUp(provider);
    const request = { model, ...prompt.embed };
    return watchStream((signal) => embedder.stream(request, { signal, credentials, onTaken }), watched);
  }
  const adapter = adapterFor(provider) ?? notSetUp(provider);
  const request: ProviderRequest = {
    model,
    messages: prompt.messages,
    maxOutputTokens: longestOf(generation, candidate),
    delivery: generation.delivery,
    options: sentPrompt(prompt, candidate).options,
  };
  return watchStream((signal) => adapter.stream(request, { signal, credentials, onTaken }), watched);
}

/** Whether an answer without a word is what the caller asked for. */
function isWanted(
  said: readonly ProviderEvent[],
  candidate: Candidate,
  { generation, prompt }: { generation: Generation; prompt: Prompt },
): boolean {
  const usage = said.findLast((event) => event.type === 'usage')?.usage ?? null;
  const reasons = said.flatMap((event) => (event.type === 'finish' ? event.reason : []));
  const sent = sentPrompt(prompt, candidate);
  return emptyReasonOf({ reasons, usage }, sent, longestOf(generation, candidate)) !== null;
}

/** From here on the reply is this candidate's. */
function begin(reply: RunningReply, candidate: Candidate): void {
  reply.servedBy = candidate;
  if (reply.generation.kind !== 'api') return;
  const { model, provider, leftOut } = candidate;
  reply.start({ type: 'start', model, provider, leftOut });
}

/** @throws ProviderError when the operator has taken the provider away since the call was admitted */
function notSetUp(provider: string): never {
  throw new ProviderError('provider_unavailable', `${provider} is not set up`);
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
