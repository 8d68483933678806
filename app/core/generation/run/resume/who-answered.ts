import type { LogEntry } from '#app/contracts/generation.ts';
import type { Candidate } from '#app/core/generation/record/candidate.ts';
import { candidatesOf } from '#app/core/generation/record/candidates-of.ts';
import type { Generation } from '#app/core/generation/record/row.ts';
import type { ResumedPart } from '#app/core/generation/stream/running-reply.ts';
import type { Progress } from '../checkpoint.ts';

/** Who had taken a run: as readers of a call were told, else as the checkpoint says. */
export function serverOf(
  generation: Generation,
  logged: readonly LogEntry[],
  { isTaken, offerId }: Pick<Progress, 'isTaken' | 'offerId'>,
): Candidate | null {
  const start = logged.find((entry) => entry.type === 'start');
  const known = candidatesOf(generation).filter(
    ({ model, provider }) => !start || (model === start.model && provider === start.provider),
  );
  const taker = isTaken ? known.find((candidate) => candidate.offerId === offerId) : undefined;
  return taker ?? (start ? (known[0] ?? null) : null);
}

/** Who had gone on with it: as the log says, which is never behind, else as the checkpoint says. */
export function partsOf(
  generation: Generation,
  logged: readonly LogEntry[],
  { parts: stored = [] }: Pick<Progress, 'parts'>,
): ResumedPart[] {
  const candidates = candidatesOf(generation);
  const parts: ResumedPart[] = [];
  let at = 0;
  for (const entry of logged) {
    if (entry.type === 'text') at = entry.at + entry.text.length;
    else if (entry.type === 'resume') {
      const { model, provider } = entry;
      const candidate = candidates.find((one) => one.model === model && one.provider === provider);
      if (candidate) parts.push({ candidate, at });
    }
  }
  if (parts.length >= stored.length) return parts;
  return stored.flatMap(({ offerId, at: from }) => {
    const candidate = candidates.find((one) => one.offerId === offerId);
    return candidate ? [{ candidate, at: from }] : [];
  });
}
