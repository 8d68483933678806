import { costOf, type Cost, type Usage } from '#app/contracts/cost.ts';
import { AppError } from '#app/contracts/errors.ts';
import { FREE_REASONS, OWN_KEY_REASON, type ChargeReason } from '#app/contracts/generation.ts';
import type { TokenUsage } from '#app/contracts/money.ts';
import { priceById } from '#app/core/catalogue/prices.ts';
import { countTokens } from '#app/core/catalogue/tokens/count-tokens.ts';
import { estimateTokens, tokenFactor } from '#app/core/catalogue/tokens/estimate-tokens.ts';
import type { Charge, UsageSource } from '#app/core/generation/record/ending.ts';
import { logger } from '#app/core/platform/logger.ts';
import { selectRow } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { addContinuations, type ContinuationOutput } from './continuation-charge.ts';

/** Input and output of a run, complete or cut off. */
export interface Produced {
  /** Counts everything that was sent to the provider (`countSent`, core/tasks/task.ts). */
  countSent(): Promise<Pick<TokenUsage, 'promptTokens'>>;
  /** Text of this run alone, of all its choices, without the prefix of a continued reply. */
  text: string;
  thinking: string;
  /** Usage as the provider reported it, or null. */
  usage: TokenUsage | null;
  /** More output arrived after that report: its completion count is too low. */
  isUsageBehind: boolean;
  tokenizer: string;
  /**
   * Output of each provider that continued the answer, with its own tokenizer and price; absent if none did.
   */
  later?: readonly ContinuationOutput[];
}

const NO_CHARGE: Charge = {
  usage: null,
  usageSource: null,
  countedTokens: null,
  textTokens: null,
  costMicro: 0n,
};

/**
 * Price of a run at admission, and the time of admission: it selects the rate where a price varies by the
 * hour.
 */
export interface AdmittedPrice {
  priceId: string | null;
  createdAt: Date;
  /** The run uses the user's own provider key: nothing is charged here. */
  ownKey: boolean;
}

/** Charge reason of a run, derived from the reason that would apply on the operator's key. */
export function reasonFor({ ownKey }: Pick<AdmittedPrice, 'ownKey'>, reason: ChargeReason): ChargeReason {
  return ownKey && isPaid(reason) ? OWN_KEY_REASON : reason;
}

/** Whether a run with this reason is charged. */
function isPaid(reason: ChargeReason): boolean {
  return !(FREE_REASONS as readonly ChargeReason[]).includes(reason);
}

/**
 * Charges a run for its prompt and its output, by the provider's usage, else by our own count of everything
 * that was sent and received. The length tier is chosen by the real prompt. If the price's row is gone, the
 * operator bears the cost: a run that cannot be priced must end all the same.
 * @param produced called only if the run is charged
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
  return run.later ? addContinuations(charge, cost, run.later, admitted) : charge;
}

/**
 * Charges output other than text: the task determines the usage to charge (`usageOf`, core/tasks/task.ts).
 */
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
    warnIfDifferent(usage, counted);
    return { usage, usageSource: 'provider' };
  }
  // Every prompt has at least one token: a provider that reports 0 has not counted it yet.
  if (!usage || usage.promptTokens === 0) {
    const sent = await produced.countSent();
    return { usage: { ...sent, cachedTokens: 0, ...counted }, usageSource: 'counted' };
  }
  // The provider's count includes hidden reasoning; ours includes the output that arrived after its report.
  const completionTokens = Math.max(usage.completionTokens, counted.completionTokens);
  const reasoningTokens = Math.max(usage.reasoningTokens, counted.reasoningTokens);
  return { usage: { ...usage, completionTokens, reasoningTokens }, usageSource: 'both' };
}

/**
 * Tolerated difference between two counts, in tokens, and as a factor for long answers: tokenizers differ.
 */
const TOLERATED_TOKENS = 100;

const TOLERATED_FACTOR = 2;

/**
 * Logs a warning if a provider's count differs greatly from ours. The provider's count is used all the same.
 */
function warnIfDifferent(usage: TokenUsage, counted: AnswerTokens): void {
  const reported = usage.completionTokens - usage.reasoningTokens;
  const received = counted.completionTokens - counted.reasoningTokens;
  const [less, more] = reported < received ? [reported, received] : [received, reported];
  if (more <= less * TOLERATED_FACTOR + TOLERATED_TOKENS) return;
  logger().warn({ said: reported, seen: received }, 'a provider counts an answer otherwise than we do');
}

/** Counts an answer's tokens as its provider would bill them, and its text as context windows are counted. */
async function countAnswer({
  text,
  thinking,
  tokenizer,
}: Produced): Promise<{ counted: AnswerTokens; textTokens: number }> {
  const reasoningTokens = await estimateTokens(thinking, tokenizer);
  const textTokens = await countTokens(text, tokenizer);
  const billedTokens = Math.round(textTokens * tokenFactor(text, tokenizer));
  return { counted: { completionTokens: reasoningTokens + billedTokens, reasoningTokens }, textTokens };
}

/** Charges a generation whose steps called the models: the sum of what the steps cost. */
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
