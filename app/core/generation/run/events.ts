import { deltaText } from '#app/contracts/completion.ts';
import { fitSuggestions } from '#app/core/conversations/messages/reply.ts';
import type { Candidate } from '#app/core/generation/record/candidate.ts';
import { DELIVERIES } from '#app/core/generation/record/columns.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { logger } from '#app/core/platform/logger.ts';
import { counted } from '#app/core/platform/metrics/metrics.ts';
import type { ProviderEvent } from '#app/core/providers/contract.ts';
import { targetOf } from '#app/core/targets/table.ts';
import { storeBegun } from './heartbeat.ts';
import type { WorkerContext } from './worker-context.ts';

/** A reply that ends sooner needs no note of its own that it has begun. */
const BEGUN_MS = 100;

type Said = Exclude<ProviderEvent, { type: 'usage' | 'finish' | 'suggestions' | 'piece' }>;

/** Takes what a provider says into the reply, in the words of its target, and wakes the writer of its log. */
export function applyEvent(reply: RunningReply, event: ProviderEvent, worker: WorkerContext): void {
  if (event.type === 'usage') return reply.count(event.usage);
  if (event.type === 'finish') {
    reply.finishReasons[event.choice] = event.reason;
    reply.stopSequence = event.stopSequence;
    return;
  }
  if (event.type === 'suggestions') {
    reply.suggestions = fitSuggestions(event.texts);
    return;
  }
  reply.isUsageBehind = true;
  // What was made is stored before (job/keep-piece.ts), and named with the end.
  if (event.type !== 'piece') addTo(reply, event);
  if (!reply.firstTokenAt) noteFirstToken(reply, worker);
  // Who waits for the whole answer is told of it with its end, at half the price.
  if (DELIVERIES[reply.generation.delivery].isSeen) worker.writer.wake(reply);
}

function addTo(reply: RunningReply, event: Said): void {
  if (event.type === 'text') reply.addText(event.text);
  else if (event.type === 'thinking') reply.addThinking(event.text);
  else if (event.type === 'vector') reply.addVector(event);
  else if (event.type === 'partial') reply.addPartial(event);
  else if (targetOf(reply.generation).takesDeltas) reply.addDelta(event);
  // A conversation has one text: what a model refuses to say is what it says.
  else reply.addText(deltaText(event.delta));
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

/** From here on the reply is this candidate's, which readers of a call are told before anything else. */
export function beginAnswer(reply: RunningReply, candidate: Candidate): void {
  reply.servedBy = candidate;
  if (!targetOf(reply.generation).takesDeltas) return;
  const { model, provider, leftOut } = candidate;
  reply.start({ type: 'start', model, provider, leftOut });
}
