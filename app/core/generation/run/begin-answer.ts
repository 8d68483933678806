import type { Candidate } from '#app/core/generation/record/candidate.ts';
import type { RunningReply } from '#app/core/generation/stream/running-reply.ts';
import { targetOf } from '#app/core/targets/table.ts';

/** From here on the reply is this candidate's, which readers of a call are told before anything else. */
export function beginAnswer(reply: RunningReply, candidate: Candidate): void {
  reply.servedBy = candidate;
  if (!targetOf(reply.generation).takesDeltas) return;
  const { model, provider, leftOut } = candidate;
  reply.start({ type: 'start', model, provider, leftOut });
}
