import { costOf, withContinuations, type Cost, type CostLine, type Usage } from '#app/contracts/cost.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import type { DatedPrice } from '#app/core/catalogue/entry.ts';
import { priceById } from '#app/core/catalogue/prices.ts';
import { estimateTokens } from '#app/core/catalogue/tokens/estimate-tokens.ts';
import type { Attempt, ContinuationCharge } from '#app/core/generation/record/candidate.ts';
import type { Charge } from '#app/core/generation/record/ending.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** Output of a provider that continued an answer, with its own tokenizer and price. */
export interface ContinuationOutput {
  text: string;
  tokenizer: string;
  priceId: string | null;
}

/**
 * Adds the charges of an answer's continuations, by our own count: the providers' usage also includes repeated text and reasoning.
 */
export async function addContinuations(
  charge: Charge,
  cost: Cost | null,
  later: readonly ContinuationOutput[],
  { createdAt }: { createdAt: Date },
): Promise<Charge> {
  const first = charge.usage as TokenUsage;
  const parts = await Promise.all(
    later.map(async ({ text, tokenizer, priceId }) => ({
      priceId,
      completionTokens: await estimateTokens(text, tokenizer),
    })),
  );
  const tokens = parts.reduce((sum, part) => sum + part.completionTokens, 0);
  const whole = await costWithContinuations(cost, parts, { first, at: createdAt });
  return {
    usage: { ...first, completionTokens: first.completionTokens + tokens },
    usageSource: charge.usageSource === 'counted' ? 'counted' : 'both',
    countedTokens: (charge.countedTokens ?? 0) + tokens,
    textTokens: (charge.textTokens ?? 0) + tokens,
    costMicro: whole?.micro ?? 0n,
    parts,
  };
}

/**
 * Recomputes the cost of an answer, for its receipt.
 * @param usage of the whole answer
 * @param price of the prompt and of the first provider's output
 * @param attempts its provider calls, as `withCharges` completes them
 */
export function costOfAnswer(
  usage: Usage,
  price: DatedPrice,
  { attempts, at }: { attempts: readonly Attempt[]; at: Date },
): Promise<Cost | null> {
  const parts = attempts.flatMap(({ part }) => part ?? []);
  const later = parts.reduce((sum, { completionTokens }) => sum + completionTokens, 0);
  const first = { ...usage, completionTokens: usage.completionTokens - later };
  return costWithContinuations(costOf(first, price, at), parts, { first, at });
}

/** Adds the charge of each continuation to its provider call. */
export function withCharges(
  attempts: readonly Attempt[],
  parts: readonly ContinuationCharge[] = [],
): Attempt[] {
  const left = [...parts];
  return attempts.map((attempt) => {
    const part = attempt.resumed && attempt.answered ? left.shift() : undefined;
    return part ? { ...attempt, part } : attempt;
  });
}

/**
 * Cost of a continued answer: the output of each continuation at the price of its offer, in the tier of the
 * first prompt. The operator bears the cost of a continuation whose price no longer exists.
 * @param cost of the prompt and of the first provider's output; null if its price no longer exists
 */
async function costWithContinuations(
  cost: Cost | null,
  parts: readonly ContinuationCharge[],
  { first, at }: { first: TokenUsage; at: Date },
): Promise<Cost | null> {
  if (!cost) return null;
  const lines: CostLine[] = [];
  for (const part of parts) lines.push(...(await linesOf(part, first, at)));
  return withContinuations(cost, lines);
}

async function linesOf(
  { priceId, completionTokens }: ContinuationCharge,
  { promptTokens }: TokenUsage,
  at: Date,
): Promise<CostLine[]> {
  if (priceId === null) return [];
  const usage = { promptTokens, cachedTokens: 0, completionTokens, reasoningTokens: 0 };
  try {
    const { lines } = costOf(usage, await priceById(AUTOCOMMIT, priceId), at);
    return lines.filter((line) => line.class === 'output').map((line) => ({ ...line, priceId }));
  } catch (error) {
    if (error instanceof AppError && error.code === 'price_unknown') return [];
    throw error;
  }
}
