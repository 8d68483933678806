import { AppError } from '#app/contracts/errors.ts';
import type { PairQuote } from '#app/contracts/playground/quote.ts';
import { writePair, type Pair } from '#app/contracts/playground/playground.ts';
import type { Question } from './ask.ts';
import { priceQuestion } from './price-question.ts';

/** What a prompt would cost with each of its pairs at most, in their order. Nothing is written and nothing is held. */
export function quotePrompt(
  question: Omit<Question, 'pair' | 'position'>,
  pairs: readonly Pair[],
): Promise<PairQuote[]> {
  const at = new Date();
  return Promise.all(
    pairs.map(async (pair): Promise<PairQuote> => {
      const named = { pair: writePair(pair) };
      try {
        const { planned } = await priceQuestion({ ...question, pair, position: null }, at);
        const [first] = planned.priced.candidates;
        return { ...named, mostMicro: first ? String(first.estimate.wantedMicro) : null, why: null };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { ...named, mostMicro: null, why: error.message };
      }
    }),
  );
}
