import type { MessageCreateParams } from '@anthropic-ai/sdk/resources/messages';
import type { CompletionOptions } from '#app/contracts/completion.ts';
import { MIN_BUDGET } from '#app/contracts/openai/reasoning.ts';
import type { StopRules } from '#app/core/providers/shared/options.ts';
import type { CallRules } from '#app/core/providers/shared/tool-calls.ts';

type Thinking = NonNullable<MessageCreateParams['thinking']>;

export type Effort = NonNullable<NonNullable<MessageCreateParams['output_config']>['effort']>;

/** Capabilities of a model. The maker's models differ, and answer 400 to unsupported fields. */
export interface ModelRules {
  /** How thinking is requested: with a token budget, or by effort. */
  thinking: 'never' | 'budget' | 'effort';
  /** It thinks by default. */
  thinksByDefault: boolean;
  /** The setting that stops such a model from thinking; null if there is none. */
  offSetting: Thinking | null;
  /** Supports temperature, top_p and top_k. */
  sampling: boolean;
  /** A prompt may end with the beginning of the answer. */
  prefill: boolean;
  /** Supports the effort `xhigh`. */
  veryHighEffort: boolean;
}

/** `claude-opus-4-1-20250805`, `claude-haiku-5-5`: the family, then the version, then optionally a date. */
const NAME = /(?:^|-)(opus|sonnet|haiku|fable|mythos)-(\d{1,2})(?:-(\d{1,2}))?(?!\d)/;

/** `claude-3-7-sonnet-20250219` */
const OLD_NAME = /(?:^|-)(\d)(?:-(\d))?-(opus|sonnet|haiku)/;

/** Tool names and call ids that the Messages API accepts. */
export const CLAUDE_CALLS: CallRules = {
  name: /^[a-zA-Z0-9_-]+$/,
  maxName: 128,
  id: /^[a-zA-Z0-9_-]+$/,
  maxId: 64,
};

/** Share of the answer's limit that a model may spend on thinking, for models that need a number. */
const BUDGETS: Record<Effort, number> = { low: 0.2, medium: 0.5, high: 0.8, xhigh: 0.9, max: 0.95 };

/** Newer models hide their thoughts unless they are requested, and the silence looks like a stall. */
const VISIBLE = { type: 'adaptive', display: 'summarized' } as const;

interface ThinkingRequest {
  effort: CompletionOptions['reasoning_effort'];
  /** Thinking budget in tokens, if the caller sets one. */
  budget?: number | undefined;
  maxOutputTokens: number;
  /** A tool must be called: the maker refuses thoughts before that. */
  forcesTool: boolean;
  /**
   * The prompt ends with tool results: with a budget the maker requires the thoughts before the calls, but
   * they are missing.
   */
  lacksThoughts: boolean;
}

/**
 * The rules of a model by its name: versions up to 3.5 do not think, up to 4.5 with a budget and from 4.6 by
 * effort; a prefill is refused from 4.6 and sampling from 4.7; from 5 on they think by default. A name
 * without a version counts as the newest, since models become stricter.
 * Source: the maker's migration guides and error messages, November 2026.
 */
export function rulesOf(model: string): ModelRules {
  const { family, version } = readName(model);
  return {
    thinking: version < 3.7 ? 'never' : version < 4.6 ? 'budget' : 'effort',
    thinksByDefault: version >= 5,
    offSetting: offSettingOf(family, version),
    sampling: version < 4.7,
    prefill: version < 4.6,
    veryHighEffort: version >= 4.7,
  };
}

/**
 * Limits temperature to 1, the maker's default, instead of 2. Some models accept only one of temperature and
 * top_p, so temperature takes precedence.
 */
export function samplingFor(
  { sampling }: ModelRules,
  { temperature, top_p: topP, top_k: topK }: CompletionOptions,
): { temperature?: number; top_p?: number; top_k?: number } {
  if (!sampling) return {};
  const heat = Math.min(temperature ?? 1, 1);
  const narrowed = topP !== undefined && topP !== null && topP < 1;
  return {
    ...(heat < 1 ? { temperature: heat } : narrowed ? { top_p: topP } : {}),
    ...(topK === undefined ? {} : { top_k: topK }),
  };
}

/** The maker refuses stop sequences of only white space, and documents no maximum number. */
export const CLAUDE_STOPS: StopRules = {
  accepts: (sequence) => sequence.trim() !== '',
  max: Number.POSITIVE_INFINITY,
};

function offSettingOf(family: string, version: number): Thinking | null {
  if (family === 'sonnet' && version >= 5.5) return { type: 'between_tools' };
  const always = family === 'opus' ? version >= 5.5 : family !== 'sonnet' && family !== 'haiku';
  return always ? null : { type: 'disabled' };
}

function readName(model: string): { family: string; version: number } {
  const [, family, major, minor] = NAME.exec(model) ?? [];
  if (family !== undefined) return { family, version: Number(`${major}.${minor ?? 0}`) };
  const [, oldMajor, oldMinor, oldFamily] = OLD_NAME.exec(model) ?? [];
  if (oldFamily !== undefined) return { family: oldFamily, version: Number(`${oldMajor}.${oldMinor ?? 0}`) };
  return { family: '', version: Number.POSITIVE_INFINITY };
}

/** The thinking settings for a model, in the form that it accepts. */
export function thinkingFor(
  rules: ModelRules,
  wish: ThinkingRequest,
): Pick<MessageCreateParams, 'thinking' | 'output_config'> {
  const wanted = effortOf(wish.effort, rules);
  const tooShort = wanted === undefined && wish.maxOutputTokens < MIN_BUDGET;
  if (wanted === null || tooShort || wish.forcesTool) return minimalThinking(rules);
  if (wanted === undefined) return rules.thinksByDefault ? { thinking: VISIBLE } : {};
  if (rules.thinking === 'never') return {};
  if (rules.thinking === 'effort') return { thinking: VISIBLE, output_config: { effort: wanted } };
  if (wish.lacksThoughts || wish.maxOutputTokens < 2 * MIN_BUDGET) return {};
  const meant = wish.budget ?? Math.floor(wish.maxOutputTokens * BUDGETS[wanted]);
  // The maker requires that a part of the limit remains for the answer.
  const budget = Math.min(Math.max(MIN_BUDGET, meant), wish.maxOutputTokens - 1);
  return { thinking: { type: 'enabled', budget_tokens: budget } };
}

/**
 * Whether thinking was requested from a model with a thinking budget, but the limit leaves no room for it.
 * The sampling options are left out all the same: an option is dropped by its name, and a conversation cannot
 * tell a short answer from a long one.
 */
export function lacksRoomToThink(
  rules: ModelRules,
  { effort, maxOutputTokens, forcesTool }: ThinkingRequest,
): boolean {
  const wants = effortOf(effort, rules) ?? null;
  return wants !== null && rules.thinking === 'budget' && !forcesTool && maxOutputTokens < 2 * MIN_BUDGET;
}

/** As little thinking as the model allows. */
function minimalThinking({ thinksByDefault, offSetting }: ModelRules): ReturnType<typeof thinkingFor> {
  if (!thinksByDefault) return {};
  return offSetting ? { thinking: offSetting } : { thinking: VISIBLE, output_config: { effort: 'low' } };
}

/** null: no thinking is wanted. undefined: the caller set nothing. */
function effortOf(
  effort: CompletionOptions['reasoning_effort'],
  rules: ModelRules,
): Effort | null | undefined {
  if (effort === null || effort === undefined) return undefined;
  if (effort === 'none') return null;
  if (effort === 'minimal') return 'low';
  return effort === 'xhigh' && !rules.veryHighEffort ? 'high' : effort;
}
