import type { AppError } from '#app/contracts/errors.ts';
import type { GrantedHold } from '#app/core/ledger/hold.ts';
import type { Outcome } from '#app/core/platform/batcher.ts';
import { outputCapFor } from '#app/core/tasks/price.ts';
import type { NewGeneration } from '#app/core/generation/record/row.ts';
import type { Plan } from './plan.ts';

/** Which generation answers, and whether it was there before. */
export interface Admission {
  generationId: string;
  repeated: boolean;
  /** The row as it was written, with what was really held; null for one that was there before. */
  granted: NewGeneration | null;
  /** The time of its writing, as every row of it says; null for one that was there before. */
  storedAt: Date | null;
}

/** A plan whose row is written. @param decision what is held for it; undefined where nothing is charged */
export function admitted(plan: Plan, decision: GrantedHold | undefined, storedAt: Date): Outcome<Admission> {
  const granted = decision ? withHold(plan, decision) : plan.generation;
  return { ok: true, value: { generationId: granted.id, repeated: false, granted, storedAt } };
}

/**
 * The row with what was really held and the longest answer that this pays for. Written into the plan's own: a copy with
 * a spread is a dictionary to V8, which is read slowly ever after.
 */
function withHold(
  { generation, estimate, firstStep }: Plan,
  { heldMicro, coveredMicro }: GrantedHold,
): NewGeneration {
  const maxOutputTokens = outputCapFor(estimate, coveredMicro);
  const capLowered = maxOutputTokens < estimate.wantedOutput;
  const step = heldMicro < coveredMicro ? firstStep : null;
  return Object.assign(generation, {
    heldMicro,
    heldOutputTokens: step?.outputTokens ?? null,
    outputPico: step?.tokenPico ?? null,
    maxOutputTokens,
    capLowered,
  });
}

/** One that is there already. @param repeated it was there before this call */
export function stored(generationId: string, repeated: boolean): Outcome<Admission> {
  return { ok: true, value: { generationId, repeated, granted: null, storedAt: null } };
}

export function refused(error: AppError): Outcome<Admission> {
  return { ok: false, error };
}
