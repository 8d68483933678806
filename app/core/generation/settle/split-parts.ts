import { readEntry } from '#app/core/catalogue/read-entry.ts';
import type { Attempt, Part } from '#app/core/generation/record/attempt.ts';
import type { ResumedPart } from '#app/core/generation/stream/running-reply.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { LaterPart, Produced } from './charge.ts';

/**
 * Divides what was said among those who said it.
 * @param from where this run has begun to say something
 */
export async function splitParts(
  text: string,
  parts: readonly ResumedPart[],
  { from, asides }: { from: number; asides: string },
): Promise<Pick<Produced, 'text' | 'later'>> {
  const later: LaterPart[] = [];
  for (const [index, { candidate, at }] of parts.entries()) {
    const { tokenizer } = await readEntry(AUTOCOMMIT, candidate.model);
    const { priceId } = candidate;
    later.push({ text: text.slice(at, parts[index + 1]?.at), tokenizer, priceId });
  }
  return { text: text.slice(from, parts[0]?.at) + asides, ...(later.length > 0 && { later }) };
}

/** The calls to providers, each of those that went on with what it is charged for. */
export function withParts(attempts: readonly Attempt[], parts: readonly Part[] = []): Attempt[] {
  const left = [...parts];
  return attempts.map((attempt) => {
    const part = attempt.resumed && attempt.answered ? left.shift() : undefined;
    return part ? { ...attempt, part } : attempt;
  });
}
