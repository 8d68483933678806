import { AppError } from '#app/contracts/errors.ts';
import { isFinalState } from '#app/contracts/generation.ts';
import { readRunState, type RunState } from '#app/core/generation/report/jobs.ts';
import { findResponse } from '#app/core/responses/responses.ts';
import type { KeptResponse } from '#app/core/responses/stored-response.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { factsOf } from './asked.server.ts';
import { generationOfResponse } from './item-id.ts';
import { askedIn, hasEnded, keptObject } from './kept-items.server.ts';
import { openResponse, type ResponseObject } from './response-object.ts';

/** A kept response, and how far its run is where it has not ended. */
export interface Found {
  kept: KeptResponse;
  run: RunState | null;
}

/** @throws AppError not_found for what is unknown, deleted, not kept or somebody else's */
export async function findKept(userId: string, responseId: string): Promise<Found> {
  const found = await lookForKept(userId, responseId);
  if (found) return found;
  throw new AppError('not_found', {
    param: 'id',
    message: 'There is no such response. It was not stored, was deleted, or its time is over.',
  });
}

/** @returns null for what is unknown, deleted, not kept or somebody else's */
export async function lookForKept(userId: string, responseId: string): Promise<Found | null> {
  const id = generationOfResponse(responseId);
  const kept = id === null ? null : await findResponse(AUTOCOMMIT, { userId, id });
  if (kept && hasEnded(kept)) return { kept, run: null };
  const run = kept ? await readRunState(AUTOCOMMIT, { userId, id: kept.id }) : undefined;
  if (kept && run && !isFinalState(run.state)) return { kept, run };
  // It may have ended between the two looks.
  const again = run && id !== null ? await findResponse(AUTOCOMMIT, { userId, id }) : null;
  return again && hasEnded(again) ? { kept: again, run: null } : null;
}

/** A response as it is now. What it has said so far comes with its end, or with its events. */
export function objectOf({ kept, run }: Found): ResponseObject {
  if (hasEnded(kept)) return keptObject(kept);
  const facts = factsOf(askedIn(kept), kept.id, null);
  return openResponse(
    { ...facts, model: run?.model ?? facts.model },
    run?.state === 'running' ? 'in_progress' : 'queued',
  );
}
