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

/** Milliseconds: a reply that ends sooner needs no separate write that it has begun. */
const BEGUN_MS = 100;

type OutputEvent = Exclude<ProviderEvent, { type: 'usage' | 'finish' | 'suggestions' | 'piece' }>;

/** Adds a provider's event to the reply, in the form its target needs, and wakes the log writer. */
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
  // Files are stored before (job/media.ts) and listed with the end.
  if (event.type !== 'piece') addTo(reply, event);
  if (!reply.firstTokenAt) noteFirstToken(reply, worker);
  // Readers that wait for the whole answer receive it with its end, which halves the work.
  if (DELIVERIES[reply.generation.delivery].isSeen) worker.writer.wake(reply);
}

function addTo(reply: RunningReply, event: OutputEvent): void {
  if (event.type === 'text') reply.addText(event.text);
  else if (event.type === 'thinking') reply.addThinking(event.text);
  else if (event.type === 'vector') reply.addVector(event);
  else if (event.type === 'partial') reply.addPartial(event);
  else if (targetOf(reply.generation).takesDeltas) reply.addDelta(event);
  // A conversation has a single text, so a refusal becomes text as well.
  else reply.addText(deltaText(event.delta));
}

/**
 * Marks the reply as begun, so that no second attempt may replace it: its log shows it at once, its row soon.
 */
function noteFirstToken(reply: RunningReply, { running }: WorkerContext): void {
  reply.firstTokenAt = new Date();
  counted.timeToFirstToken.observe(
    (reply.firstTokenAt.getTime() - reply.generation.createdAt.getTime()) / 1000,
  );
  setTimeout(() => {
    // A short reply is settled by now, or a heartbeat has stored it.
    if (!running.has(reply) || reply.checkpointed >= 0) return;
    storeBegun(reply).catch((error: Error) => logger().warn({ error: error.message }, 'first token'));
  }, BEGUN_MS);
}

/** Records the candidate that answers; readers of a call receive it as the first entry. */
export function beginAnswer(reply: RunningReply, candidate: Candidate): void {
  reply.answeredBy = candidate;
  if (!targetOf(reply.generation).takesDeltas) return;
  const { model, provider, leftOut } = candidate;
  reply.start({ type: 'start', model, provider, leftOut });
}
