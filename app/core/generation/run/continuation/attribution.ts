import type { LogEntry } from '#app/contracts/generation.ts';
import { readEntry } from '#app/core/catalogue/read-entry.ts';
import type { Candidate } from '#app/core/generation/record/candidate.ts';
import { candidatesOf, type Generation } from '#app/core/generation/record/row.ts';
import type { Progress } from '#app/core/generation/run/checkpoint.ts';
import type { Produced } from '#app/core/generation/settle/charge.ts';
import type { ContinuationOutput } from '#app/core/generation/settle/continuation-charge.ts';
import type { ContinuationStart } from '#app/core/generation/stream/running-reply.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * Splits the output by the providers that produced it.
 * @param from start offset of this run's own output
 */
export async function splitByProvider(
  text: string,
  parts: readonly ContinuationStart[],
  { from, asides }: { from: number; asides: string },
): Promise<Pick<Produced, 'text' | 'later'>> {
  const later: ContinuationOutput[] = [];
  for (const [index, { candidate, at }] of parts.entries()) {
    const { tokenizer } = await readEntry(AUTOCOMMIT, candidate.model);
    const { priceId } = candidate;
    later.push({ text: text.slice(at, parts[index + 1]?.at), tokenizer, priceId });
  }
  return { text: text.slice(from, parts[0]?.at) + asides, ...(later.length > 0 && { later }) };
}

/**
 * The candidate that accepted a run: by the `start` entry that readers of a call have, else by the
 * checkpoint.
 */
export function answeringCandidate(
  generation: Generation,
  logged: readonly LogEntry[],
  { isTaken, offerId }: Pick<Progress, 'isTaken' | 'offerId'>,
): Candidate | null {
  const start = logged.find((entry) => entry.type === 'start');
  const known = candidatesOf(generation).filter(
    ({ model, provider }) => !start || (model === start.model && provider === start.provider),
  );
  const accepted = isTaken ? known.find((candidate) => candidate.offerId === offerId) : undefined;
  return accepted ?? (start ? (known[0] ?? null) : null);
}

/** The continuations of a run: by the log, which is never behind, else by the checkpoint. */
export function continuationsOf(
  generation: Generation,
  logged: readonly LogEntry[],
  { parts: stored = [] }: Pick<Progress, 'parts'>,
): ContinuationStart[] {
  const candidates = candidatesOf(generation);
  const parts: ContinuationStart[] = [];
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
