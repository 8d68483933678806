import type { CompletionOptions } from '#app/contracts/completion.ts';
import type { CallRules } from '#app/core/providers/shared/tool-calls.ts';
import type { ThinkingConfig, ThinkingLevel } from './wire.ts';

/** Capabilities of a model. */
export interface ModelRules {
  thinking:
    | { by: 'nothing' }
    /** Tokens; a model that can turn thinking off accepts a budget of 0. */
    | { by: 'budget'; least: number; most: number; canRest: boolean; isUnasked: boolean }
    /** In ascending order: the first is the minimum. */
    | { by: 'level'; levels: readonly ThinkingLevel[] };
  /** Supports temperature, topP and topK. */
  sampling: boolean;
  /** An earlier call without its signature is refused. */
  wantsSignatures: boolean;
}

/** `gemini-2.5-flash-lite-preview`, `models/gemini-3-pro`. */
const NAME = /(?:^|\/)gemini-(\d{1,2})(?:\.(\d{1,2}))?(?![\d.])/;

/** Tool names and call ids that the Gemini API accepts. */
export const GEMINI_CALLS: CallRules = {
  name: /^[a-zA-Z_][\w.:-]*$/,
  maxName: 64,
  id: /^[\w.:-]+$/,
  maxId: 64,
};

/** An answer with a lower limit has no room for thinking: both count against it. */
const LEAST_CAP = 1024;

type Effort = 'LOW' | 'MEDIUM' | 'HIGH';

/** Share of the answer's limit that a model may spend on thinking, for models that need a number. */
const BUDGETS: Record<Effort, number> = { LOW: 0.2, MEDIUM: 0.5, HIGH: 0.8 };

interface Wish {
  effort: CompletionOptions['reasoning_effort'];
  /** Thinking budget in tokens, if the caller sets one. */
  budget?: number | undefined;
  maxOutputTokens: number;
}

/**
 * The rules of a model by its name: none before 2.5 thinks; 2.5 thinks with a budget and from 3 on by a
 * level; sampling options are ignored from 3.5 on. A name without a version counts as the newest.
 * Source: the maker's documentation of thinking, of signatures and of each model, November 2026.
 */
export function rulesOf(model: string): ModelRules {
  const [, major, minor = '0'] = NAME.exec(model) ?? [];
  // 3.8 becomes 308: versions are not decimals.
  const version = major === undefined ? Number.POSITIVE_INFINITY : 100 * Number(major) + Number(minor);
  const sampling = version < 305;
  const wantsSignatures = version >= 300;
  if (version < 205) return { thinking: { by: 'nothing' }, sampling, wantsSignatures };
  const thinking =
    version < 300 ? budgetOf(model) : { by: 'level' as const, levels: levelsOf(model, version) };
  return { thinking, sampling, wantsSignatures };
}

function budgetOf(model: string): ModelRules['thinking'] {
  if (model.includes('-pro'))
    return { by: 'budget', least: 128, most: 32_768, canRest: false, isUnasked: true };
  return {
    by: 'budget',
    least: 512,
    most: 24_576,
    canRest: true,
    isUnasked: !model.includes('flash-lite'),
  };
}

/** MEDIUM was added to the larger models with 3.1; MINIMAL was removed from the others with 3.7. */
function levelsOf(model: string, version: number): readonly ThinkingLevel[] {
  if (model.includes('-pro')) return version < 301 ? ['LOW', 'HIGH'] : ['LOW', 'MEDIUM', 'HIGH'];
  return version < 307 ? ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH'] : ['LOW', 'MEDIUM', 'HIGH'];
}

/**
 * The thinking settings for a model, in the form that it accepts, always with visible thoughts; undefined if
 * no setting is needed.
 */
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

/** The requested level, or the next higher one that the model has. */
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
