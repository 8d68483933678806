import type { CompletionOptions } from '#app/contracts/completion.ts';
import type { CallRules } from '#app/core/providers/shared/tool-calls.ts';
import type { ThinkingConfig, ThinkingLevel } from './wire.ts';

/** Capabilities of a model. */
export interface ModelRules {
  thinking:
    | { by: 'nothing' }
    /** Tokens; a model that can turn thinking off accepts a budget of 0. */
    | { by: 'budget'; min: number; max: number; canDisable: boolean; isDefault: boolean }
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
const MIN_LIMIT = 1024;

type Effort = 'LOW' | 'MEDIUM' | 'HIGH';

/** Share of the answer's limit that a model may spend on thinking, for models that need a number. */
const BUDGETS: Record<Effort, number> = { LOW: 0.2, MEDIUM: 0.5, HIGH: 0.8 };

interface ThinkingRequest {
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
    return { by: 'budget', min: 128, max: 32_768, canDisable: false, isDefault: true };
  return {
    by: 'budget',
    min: 512,
    max: 24_576,
    canDisable: true,
    isDefault: !model.includes('flash-lite'),
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
export function thinkingFor({ thinking }: ModelRules, wish: ThinkingRequest): ThinkingConfig | undefined {
  if (thinking.by === 'nothing') return undefined;
  const isUnset = wish.effort === undefined || wish.effort === null;
  const isOff = wish.effort === 'none' || (isUnset && wish.maxOutputTokens < MIN_LIMIT);
  if (thinking.by === 'level') {
    if (isUnset && !isOff) return { includeThoughts: true };
    return { includeThoughts: true, thinkingLevel: levelFor(thinking.levels, isOff ? 'none' : wish.effort) };
  }
  const { min, max, canDisable, isDefault } = thinking;
  if (isUnset && !isDefault) return undefined;
  if (isOff || (!isUnset && wish.maxOutputTokens < 2 * min))
    return canDisable ? { thinkingBudget: 0 } : { includeThoughts: true, thinkingBudget: min };
  if (isUnset) return { includeThoughts: true };
  const share = wish.budget ?? Math.floor(wish.maxOutputTokens * BUDGETS[effortOf(wish.effort)]);
  return {
    includeThoughts: true,
    thinkingBudget: Math.min(max, wish.maxOutputTokens, Math.max(min, share)),
  };
}

/** The requested level, or the next higher one that the model has. */
function levelFor(levels: readonly ThinkingLevel[], effort: ThinkingRequest['effort']): ThinkingLevel {
  const [lowest = 'LOW'] = levels;
  if (effort === 'none' || effort === 'minimal') return lowest;
  const meant = effortOf(effort);
  return levels.includes(meant) ? meant : 'HIGH';
}

function effortOf(effort: ThinkingRequest['effort']): Effort {
  if (effort === 'minimal' || effort === 'low') return 'LOW';
  return effort === 'medium' ? 'MEDIUM' : 'HIGH';
}
