import type { ThinkingLevel } from './wire.ts';

/** What a model takes beside the words. */
export interface ModelRules {
  thinking:
    | { by: 'nothing' }
    /** Tokens; a model that can rest takes a budget of 0. */
    | { by: 'budget'; least: number; most: number; canRest: boolean; isUnasked: boolean }
    /** In order: the first is as little as it can. */
    | { by: 'level'; levels: readonly ThinkingLevel[] };
  /** Temperature, topP and topK. */
  sampling: boolean;
  /** A call that comes back without its signature is refused. */
  wantsSignatures: boolean;
}

/** `gemini-2.5-flash-lite-preview`, `models/gemini-3-pro`. */
const NAME = /(?:^|\/)gemini-(\d{1,2})(?:\.(\d{1,2}))?(?![\d.])/;

/**
 * The rules of a model by its name: before 2.5 none thinks; 2.5 thinks by a budget and from 3 on by a level; sampling
 * is passed over from 3.5 on. A name that says no version is taken for the newest.
 * Source: the maker's pages on thinking, on signatures and of each model, November 2026.
 */
export function rulesOf(model: string): ModelRules {
  const [, major, minor = '0'] = NAME.exec(model) ?? [];
  // 3.8 is 308: versions are no fractions.
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

/** MEDIUM came to the larger models with 3.1, MINIMAL left the others with 3.7. */
function levelsOf(model: string, version: number): readonly ThinkingLevel[] {
  if (model.includes('-pro')) return version < 301 ? ['LOW', 'HIGH'] : ['LOW', 'MEDIUM', 'HIGH'];
  return version < 307 ? ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH'] : ['LOW', 'MEDIUM', 'HIGH'];
}
