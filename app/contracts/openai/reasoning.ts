import { z } from 'zod';

/** Requests for thoughts in OpenRouter's format, and in Anthropic's. */

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();

export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof EFFORTS)[number];

/** Minimum thinking budget that Anthropic accepts, in tokens. */
export const MIN_BUDGET = 1024;

export const reasoning = z.looseObject({
  effort: optional(z.enum(EFFORTS)),
  max_tokens: optional(z.int().min(0)).describe('The reasoning budget in tokens; 0 means none.'),
  exclude: optional(z.boolean()).describe('Reason, but don’t show it.'),
  enabled: optional(z.boolean()).describe('true: reason with medium effort, unless you set another.'),
});
const REASONING_FIELDS = new Set(Object.keys(reasoning.shape));

export const thinking = z.looseObject({
  type: z.enum(['enabled', 'adaptive', 'between_tools', 'disabled']),
  budget_tokens: optional(z.int().min(MIN_BUDGET)),
});
const THINKING_FIELDS = new Set(Object.keys(thinking.shape));

/** The fields within `reasoning` and `thinking` that are read. */
export const KNOWN_WITHIN = { reasoning: REASONING_FIELDS, thinking: THINKING_FIELDS } as const;

/**
 * Shares of the maximum answer length: a thinking budget below the first means low effort, below the second
 * medium effort.
 */
const SMALL_PART = 0.35;
const MIDDLE_PART = 0.65;

/**
 * Converts a budget into an effort level, which all makers have.
 * @param maxTokens the maximum length of the answer, including thoughts
 */
export function effortOfBudget(budget: number, maxTokens: number): Effort {
  const part = budget / maxTokens;
  return part < SMALL_PART ? 'low' : part < MIDDLE_PART ? 'medium' : 'high';
}

/** Maximum answer tokens of a call that sets no limit. */
const DEFAULT_MAX_TOKENS = 16_384;

/** The fields of a call that request thoughts. */
interface Asking {
  reasoning?: z.output<typeof reasoning> | undefined;
  thinking?: z.output<typeof thinking> | undefined;
  include_reasoning?: boolean | undefined;
  reasoning_effort?: Effort | undefined;
  max_tokens?: number | undefined;
  max_completion_tokens?: number | undefined;
}

/**
 * Returns the call with a single effort and a single budget, independent of which of the three formats
 * requested the thoughts.
 */
export function withOneReasoning<Body extends Asking>(body: Body): Body {
  const { reasoning: asked, thinking: wish, reasoning_effort: effort } = body;
  if (!asked && !wish) return body;
  const budget = asked?.max_tokens ?? (wish?.type === 'enabled' ? wish.budget_tokens : undefined);
  const maxTokens = body.max_completion_tokens ?? body.max_tokens ?? DEFAULT_MAX_TOKENS;
  const named = effort ?? asked?.effort ?? effortOfSwitch(asked?.enabled, wish?.type, budget);
  return {
    ...body,
    reasoning_effort: named ?? (budget ? effortOfBudget(budget, maxTokens) : undefined),
    reasoning: { ...asked, max_tokens: budget || undefined },
  };
}

/** The effort for thoughts that are only switched on or off, without an amount. */
function effortOfSwitch(
  isEnabled: boolean | undefined,
  type: NonNullable<Asking['thinking']>['type'] | undefined,
  budget: number | undefined,
): Effort | undefined {
  if (isEnabled === false || type === 'disabled' || budget === 0) return 'none';
  if (type === 'adaptive') return 'high';
  if (type === 'between_tools') return 'low';
  return budget === undefined && (isEnabled || type === 'enabled') ? 'medium' : undefined;
}

/** Tells whether the thoughts of an answer are hidden. */
export function hidesThoughts({ reasoning: asked, include_reasoning: isIncluded }: Asking): boolean {
  return asked?.exclude ?? isIncluded === false;
}
