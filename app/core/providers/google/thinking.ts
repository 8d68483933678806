import type { CompletionOptions } from '#app/contracts/completion.ts';
import type { ModelRules } from './model-rules.ts';
import type { ThinkingConfig, ThinkingLevel } from './wire.ts';

/** An answer with a smaller cap has no room for thought: both are counted against it. */
const LEAST_CAP = 1024;

type Effort = 'LOW' | 'MEDIUM' | 'HIGH';

/** Which part of the answer's cap a model may think away where it wants a number. */
const BUDGETS: Record<Effort, number> = { LOW: 0.2, MEDIUM: 0.5, HIGH: 0.8 };

interface Wish {
  effort: CompletionOptions['reasoning_effort'];
  /** Tokens, where the caller wants so many. */
  budget?: number | undefined;
  maxOutputTokens: number;
}

/** How a model is to think, in the words that it takes, and always aloud; undefined where nothing needs to be said. */
export function thinkingFor({ thinking }: ModelRules, wish: Wish): ThinkingConfig | undefined {
  if (thinking.by === 'nothing') return undefined;
  const isUnsaid = wish.effort === undefined || wish.effort === null;
  const rests = wish.effort === 'none' || (isUnsaid && wish.maxOutputTokens < LEAST_CAP);
  if (thinking.by === 'level') {
    if (isUnsaid && !rests) return { includeThoughts: true };
    return { includeThoughts: true, thinkingLevel: levelFor(thinking.levels, rests ? 'none' : wish.effort) };
  }
  const { least, most, canRest, isUnasked } = thinking;
  if (isUnsaid && !isUnasked) return undefined;
  if (rests || (!isUnsaid && wish.maxOutputTokens < 2 * least))
    return canRest ? { thinkingBudget: 0 } : { includeThoughts: true, thinkingBudget: least };
  if (isUnsaid) return { includeThoughts: true };
  const share = wish.budget ?? Math.floor(wish.maxOutputTokens * BUDGETS[effortOf(wish.effort)]);
  return {
    includeThoughts: true,
    thinkingBudget: Math.min(most, wish.maxOutputTokens, Math.max(least, share)),
  };
}

/** The level that is meant, or the next above it that the model has. */
function levelFor(levels: readonly ThinkingLevel[], effort: Wish['effort']): ThinkingLevel {
  const [least = 'LOW'] = levels;
  if (effort === 'none' || effort === 'minimal') return least;
  const meant = effortOf(effort);
  return levels.includes(meant) ? meant : 'HIGH';
}

function effortOf(effort: Wish['effort']): Effort {
  if (effort === 'minimal' || effort === 'low') return 'LOW';
  return effort === 'medium' ? 'MEDIUM' : 'HIGH';
}
