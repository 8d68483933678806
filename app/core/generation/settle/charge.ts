import { costOf, withWords, type Cost, type CostLine, type Usage } from '#app/contracts/cost.ts';
import { AppError } from '#app/contracts/errors.ts';
import { FREE_REASONS, OWN_KEY_REASON, type ChargeReason } from '#app/contracts/generation.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import { priceById } from '#app/core/catalogue/prices.ts';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import { estimateTokens, tokenFactor } from '#app/core/catalogue/tokens/estimate-tokens.ts';
import type { Part } from '#app/core/generation/record/candidate.ts';
import type { Charge, UsageSource } from '#app/core/generation/record/ending.ts';
import { logger } from '#app/core/platform/logger.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/** What a run was sent and what it produced, as far as it came. */
export interface Produced {
  /** Counts all that its provider was sent (`countSent`, core/tasks/task.ts). */
  countSent(): Promise<Pick<TokenUsage, 'promptTokens'>>;
  /** Words of this run alone, in all of its choices: without what a continued reply already said. */
  text: string;
  thinking: string;
  /** What the provider has counted, or null. */
  usage: TokenUsage | null;
  /** Something was said after that: its count of the answer is behind. */
  isUsageBehind: boolean;
  tokenizer: string;
  /** What others said who went on with it, each by its own tokenizer and price; absent where nobody did. */
  later?: readonly LaterPart[];
}

export interface LaterPart {
  text: string;
  tokenizer: string;
  priceId: string | null;
}

const NO_CHARGE: Charge = {
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
  /** It costs nothing here. */
  ownKey: boolean;
}

/** Why a run is charged as it is, given why it would be on the operator's key. */
export function reasonFor({ ownKey }: Pick<AdmittedPrice, 'ownKey'>, reason: ChargeReason): ChargeReason {
  return ownKey && isPaid(reason) ? OWN_KEY_REASON : reason;
}

/** Whether something is to be paid for. */
function isPaid(reason: ChargeReason): boolean {
  return !(FREE_REASONS as readonly ChargeReason[]).includes(reason);
}

/**
 * What a run is charged: the prompt and what was produced, by the provider's usage, else by our own count of everything
 * that was sent and seen. The tier by length goes by the real prompt. Should the price's row be gone, the reply is at
 * the operator's expense: a run that cannot be priced must end all the same.
 * @param produced is only asked for where something is to be paid for
 */
export async function chargeFor(
  reason: ChargeReason,
  produced: () => Promise<Produced>,
  admitted: AdmittedPrice,
): Promise<Charge> {
  if (!isPaid(reason)) return NO_CHARGE;
  const run = await produced();
  const { counted, textTokens } = await countAnswer(run);
  const { usage, usageSource } = await usageOf(run, counted);
  const cost = await priceUsage(usage, admitted);
  const charge: Charge = {
    usage,
    usageSource,
    countedTokens: counted.completionTokens,
    textTokens,
    costMicro: cost?.micro ?? 0n,
  };
  return run.later ? chargeParts(charge, cost, run.later, admitted) : charge;
}

/** The words of those who went on are charged by our own count: theirs has what they repeated and thought, too. */
async function chargeParts(
  charge: Charge,
  cost: Cost | null,
  later: readonly LaterPart[],
  { createdAt }: AdmittedPrice,
): Promise<Charge> {
  const first = charge.usage as TokenUsage;
  const parts = await Promise.all(
    later.map(async ({ text, tokenizer, priceId }) => ({
      priceId,
      completionTokens: await estimateTokens(text, tokenizer),
    })),
  );
  const tokens = parts.reduce((sum, part) => sum + part.completionTokens, 0);
  const whole = await costOfParts(cost, parts, { first, at: createdAt });
  return {
    usage: { ...first, completionTokens: first.completionTokens + tokens },
    usageSource: charge.usageSource === 'counted' ? 'counted' : 'both',
    countedTokens: (charge.countedTokens ?? 0) + tokens,
    textTokens: (charge.textTokens ?? 0) + tokens,
    costMicro: whole?.micro ?? 0n,
    parts,
  };
}

/** The same of what is more than words: its task says what is to be paid for (`usageOf`, core/tasks/task.ts). */
export async function chargeForUsage(
  reason: ChargeReason,
  used: () => Promise<{ usage: Usage; usageSource: UsageSource }>,
  admitted: AdmittedPrice,
): Promise<Charge> {
  if (!isPaid(reason)) return NO_CHARGE;
  const { usage, usageSource } = await used();
  const cost = await priceUsage(usage, admitted);
  return { ...NO_CHARGE, usage, usageSource, costMicro: cost?.micro ?? 0n };
}

async function priceUsage(usage: Usage, { priceId, createdAt, ownKey }: AdmittedPrice): Promise<Cost | null> {
  if (ownKey) return null;
  try {
    return costOf(usage, await priceById(AUTOCOMMIT, priceId ?? ''), createdAt);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'price_unknown') throw error;
    logger().error({ priceId, error: error.message }, 'a run has no price: nothing is charged');
    return null;
  }
}

type AnswerTokens = Pick<TokenUsage, 'completionTokens' | 'reasoningTokens'>;

async function usageOf(
  produced: Produced,
  counted: AnswerTokens,
): Promise<{ usage: TokenUsage; usageSource: UsageSource }> {
  const { usage, isUsageBehind } = produced;
  if (usage && !isUsageBehind) {
    compare(usage, counted);
    return { usage, usageSource: 'provider' };
  }
  // There is no prompt without a token: who says so has not counted it yet.
  if (!usage || usage.promptTokens === 0) {
    const sent = await produced.countSent();
    return { usage: { ...sent, cachedTokens: 0, ...counted }, usageSource: 'counted' };
  }
  // It knows of thoughts that were not shown; we have seen what was said since.
  const completionTokens = Math.max(usage.completionTokens, counted.completionTokens);
  const reasoningTokens = Math.max(usage.reasoningTokens, counted.reasoningTokens);
  return { usage: { ...usage, completionTokens, reasoningTokens }, usageSource: 'both' };
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

/** An answer as its provider would bill it, and its text as windows are counted. */
async function countAnswer({
  text,
  thinking,
  tokenizer,
}: Produced): Promise<{ counted: AnswerTokens; textTokens: number }> {
  const reasoningTokens = await estimateTokens(thinking, tokenizer);
  const textTokens = await countTokens(text, tokenizer);
  const said = Math.round(textTokens * tokenFactor(text, tokenizer));
  return { counted: { completionTokens: reasoningTokens + said, reasoningTokens }, textTokens };
}

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

/** What a generation is charged whose steps have asked the models: the sum of what each of them cost by itself. */
export async function chargeForSteps(parentId: string): Promise<Charge> {
  const row = await selectRow<{
    cost: string | null;
    prompt: string | null;
    cached: string | null;
    completion: string | null;
    reasoning: string | null;
    counted: string | null;
    source: UsageSource | null;
    sources: string;
  }>(
    AUTOCOMMIT,
    `SELECT SUM(cost_micro) AS cost, SUM(prompt_tokens) AS prompt, SUM(cached_tokens) AS cached,
       SUM(completion_tokens) AS completion, SUM(reasoning_tokens) AS reasoning, SUM(counted_tokens) AS counted,
       MIN(usage_source) AS source, COUNT(DISTINCT usage_source) AS sources
     FROM generations WHERE parent_id = ?`,
    [parentId],
  );
  const tokens = (sum: string | null | undefined) => Number(sum ?? 0);
  const hasUsage = row?.source != null;
  return {
    costMicro: BigInt(row?.cost ?? 0),
    usage: hasUsage
      ? {
          promptTokens: tokens(row.prompt),
          cachedTokens: tokens(row.cached),
          completionTokens: tokens(row.completion),
          reasoningTokens: tokens(row.reasoning),
        }
      : null,
    usageSource: hasUsage ? (Number(row.sources) > 1 ? 'both' : row.source) : null,
    countedTokens: hasUsage ? tokens(row.counted) : null,
    textTokens: null,
  };
}
