import { costOf, type Cost } from '#app/contracts/cost.ts';
import { AppError } from '#app/contracts/errors.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import { countPromptTokens, countTokens } from '#app/core/catalogue/count-tokens.ts';
import { priceById } from '#app/core/catalogue/price-by-id.ts';
import { logger } from '#app/core/platform/logger.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { countInputs } from './count-inputs.ts';
import type { Prompt } from './load-prompt.ts';

/** What a run produced, as far as it came. */
export interface Produced {
  prompt: Pick<Prompt, 'messages' | 'embed'>;
  /** Text of this run alone: without what a continued reply already said. */
  text: string;
  thinking: string;
  /** How many inputs became vectors. */
  vectors: number;
  /** The provider's last word, or null. */
  usage: TokenUsage | null;
  tokenizer: string;
}

export interface Charge {
  /** The answer by our own count, beside what the provider says of it. */
  countedTokens: number | null;
  /** That of its text alone. */
  textTokens: number | null;
  usage: TokenUsage | null;
  usageSource: 'provider' | 'counted' | null;
  costMicro: bigint;
}

/** Of a run that said nothing. */
export const NO_CHARGE: Charge = {
  usage: null,
  usageSource: null,
  countedTokens: null,
  textTokens: null,
  costMicro: 0n,
};

/** The price that a run was admitted with, and when: prices by the hour go by that moment. */
export interface AdmittedPrice {
  priceId: string | null;
  createdAt: Date;
}

/**
 * The charge table: with text, the prompt and what was produced, by the provider's usage, else by our own
 * count; without text, nothing, whatever the provider says. The tier by length goes by the real prompt. Should
 * the price's row be gone, the reply is the house's: a run that cannot be priced must end all the same.
 */
export async function chargeFor(produced: Produced, admitted: AdmittedPrice): Promise<Charge> {
  if (produced.text === '' && produced.thinking === '' && produced.vectors === 0) return NO_CHARGE;
  const counted = await countAnswer(produced);
  const usage = produced.usage ?? { ...counted, ...(await countPrompt(produced)) };
  if (produced.usage) compare(produced.usage, counted);
  const cost = await priceUsage(usage, admitted);
  return {
    usage,
    usageSource: produced.usage ? 'provider' : 'counted',
    countedTokens: counted.completionTokens,
    textTokens: counted.completionTokens - counted.reasoningTokens,
    costMicro: cost?.micro ?? 0n,
  };
}

async function priceUsage(usage: TokenUsage, { priceId, createdAt }: AdmittedPrice): Promise<Cost | null> {
  try {
    return costOf(usage, await priceById(AUTOCOMMIT, priceId ?? ''), createdAt);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'price_unknown') throw error;
    logger().error({ priceId, error: error.message }, 'a run has no price: nothing is charged');
    return null;
  }
}

/** Tokens by which two counts of a short answer may differ, and the factor for long ones: tokenizers are not alike. */
const USUAL_TOKENS = 100;
const USUAL_FACTOR = 2;

/** Says so when a provider counts an answer as something else than what was seen of it. It is believed all the same. */
function compare(usage: TokenUsage, counted: AnswerTokens): void {
  const said = usage.completionTokens - usage.reasoningTokens;
  const seen = counted.completionTokens - counted.reasoningTokens;
  const [less, more] = said < seen ? [said, seen] : [seen, said];
  if (more <= less * USUAL_FACTOR + USUAL_TOKENS) return;
  logger().warn({ said, seen }, 'a provider counts an answer otherwise than we do');
}

type AnswerTokens = Pick<TokenUsage, 'completionTokens' | 'reasoningTokens'>;

async function countAnswer({ text, thinking, tokenizer }: Produced): Promise<AnswerTokens> {
  const reasoningTokens = await countTokens(thinking, tokenizer);
  return { completionTokens: reasoningTokens + (await countTokens(text, tokenizer)), reasoningTokens };
}

async function countPrompt({
  prompt,
  tokenizer,
}: Produced): Promise<Pick<TokenUsage, 'promptTokens' | 'cachedTokens'>> {
  const promptTokens = prompt.embed
    ? (await countInputs(prompt.embed.input, tokenizer)).total
    : await countPromptTokens(prompt.messages, tokenizer);
  return { promptTokens, cachedTokens: 0 };
}
