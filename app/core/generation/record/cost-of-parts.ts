import { costOf, withWords, type Cost, type CostLine } from '#app/contracts/cost.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import { priceById } from '#app/core/catalogue/prices.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { Part } from './attempt.ts';

/**
 * The cost of an answer that others have gone on with: the words of each by the price of its offer, in the tier of the
 * first prompt. What has no price any more is at the operator's expense.
 * @param cost of the prompt and the words of who began it; null where that has no price any more
 */
export async function costOfParts(
  cost: Cost | null,
  parts: readonly Part[],
  { first, at }: { first: TokenUsage; at: Date },
): Promise<Cost | null> {
  if (!cost) return null;
  const words: CostLine[] = [];
  for (const part of parts) words.push(...(await linesOf(part, first, at)));
  return withWords(cost, words);
}

async function linesOf(
  { priceId, completionTokens }: Part,
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
