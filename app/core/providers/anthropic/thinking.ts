import type { MessageCreateParams } from '@anthropic-ai/sdk/resources/messages';
import type { CompletionOptions } from '#app/contracts/completion.ts';
import { MIN_BUDGET } from '#app/contracts/openai/reasoning.ts';
import type { Effort, ModelRules } from './model-rules.ts';

/** Which part of the answer's cap a model may think away where it wants a number. */
const BUDGETS: Record<Effort, number> = { low: 0.2, medium: 0.5, high: 0.8, xhigh: 0.9, max: 0.95 };

/** Newer models say nothing of their thoughts unless they are asked to, which looks like a stall. */
const SHOWN = { type: 'adaptive', display: 'summarized' } as const;

interface Wish {
  effort: CompletionOptions['reasoning_effort'];
  /** Tokens, where the caller wants so many. */
  budget?: number | undefined;
  maxOutputTokens: number;
  /** A tool must be called: the maker refuses thoughts before that. */
  forcesTool: boolean;
  /** The prompt ends with results of tools: a budget then wants the thoughts before the calls, and they are not there. */
  lacksThoughts: boolean;
}

/** How a model is to think, in the words that it takes. */
export function thinkingFor(
  rules: ModelRules,
  wish: Wish,
): Pick<MessageCreateParams, 'thinking' | 'output_config'> {
  const wanted = effortOf(wish.effort, rules);
  const tooShort = wanted === undefined && wish.maxOutputTokens < MIN_BUDGET;
  if (wanted === null || tooShort || wish.forcesTool) return restFor(rules);
  if (wanted === undefined) return rules.thinksUnasked ? { thinking: SHOWN } : {};
  if (rules.thinking === 'never') return {};
  if (rules.thinking === 'effort') return { thinking: SHOWN, output_config: { effort: wanted } };
  if (wish.lacksThoughts || wish.maxOutputTokens < 2 * MIN_BUDGET) return {};
  const meant = wish.budget ?? Math.floor(wish.maxOutputTokens * BUDGETS[wanted]);
  // Something of the cap is left for the answer, as the maker wants it.
  const budget = Math.min(Math.max(MIN_BUDGET, meant), wish.maxOutputTokens - 1);
  return { thinking: { type: 'enabled', budget_tokens: budget } };
}

/**
 * Whether a model that thinks by a budget was asked to think and has no room for it. The samplers are left out all the
 * same: an option yields by its name, and a conversation cannot tell a short answer from a long one.
 */
export function isCrampedFor(rules: ModelRules, { effort, maxOutputTokens, forcesTool }: Wish): boolean {
  const wants = effortOf(effort, rules) ?? null;
  return wants !== null && rules.thinking === 'budget' && !forcesTool && maxOutputTokens < 2 * MIN_BUDGET;
}

/** As little thought as the model allows. */
function restFor({ thinksUnasked, rest }: ModelRules): ReturnType<typeof thinkingFor> {
  if (!thinksUnasked) return {};
  return rest ? { thinking: rest } : { thinking: SHOWN, output_config: { effort: 'low' } };
}

/** null: no thought is wanted. undefined: nothing was said. */
function effortOf(
  effort: CompletionOptions['reasoning_effort'],
  rules: ModelRules,
): Effort | null | undefined {
  if (effort === null || effort === undefined) return undefined;
  if (effort === 'none') return null;
  if (effort === 'minimal') return 'low';
  return effort === 'xhigh' && !rules.veryHighEffort ? 'high' : effort;
}
