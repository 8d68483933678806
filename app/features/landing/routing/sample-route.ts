/** The sample prompts; their texts are in the page's locale files. */
export const SAMPLES = ['question', 'tools', 'report'] as const;

export type SampleName = (typeof SAMPLES)[number];

/** Fields of the address: a kind of question, or a question of the reader's own. */
export const SAMPLE_FIELD = 'kind';
export const QUESTION_FIELD = 'ask';

/** Max letters of a question. */
export const QUESTION_MAX = 500;

/** The question that the router is asked about. */
export interface Question {
  /** Its kind; null for the reader's own question. */
  sample: SampleName | null;
  /** The reader's own question; '' for a kind, whose text is in the locale files. */
  text: string;
}

/** Reads the question of an address; without one, or for an unknown kind, it is the first kind. */
export function readQuestion(params: URLSearchParams): Question {
  const text = (params.get(QUESTION_FIELD) ?? '').slice(0, QUESTION_MAX).trim();
  if (text !== '') return { sample: null, text };
  return { sample: SAMPLES.find((one) => one === params.get(SAMPLE_FIELD)) ?? SAMPLES[0], text: '' };
}

/** An offer that would be tried. */
export interface SampleOffer {
  id: string;
  name: string;
  provider: string;
  /** `$0.0021`: for the whole prompt and the longest answer. */
  cost: string;
  /** It is failing at the moment, and is tried because no other offer is left. */
  isFailing: boolean;
  /** The model answers in the chat, too. */
  canChat: boolean;
}

/** Models that are dropped, for one reason. */
export interface DroppedModels {
  reason: DroppedReason;
  /** The missing capabilities: `tools, json_schema`. */
  lacking: string | null;
  /** Some of their names. */
  names: string[];
  /** The number of further models. */
  more: number;
}

/** The router's current decision for a question. */
export interface RoutedQuestion {
  promptTokens: number;
  outputTokens: number;
  /**
   * In the order in which they would be tried: the first is chosen. Empty: no model here can answer the
   * prompt.
   */
  offers: SampleOffer[];
  dropped: DroppedModels[];
}

/** The maximum number of models named for each reason. */
const MAX_NAMES = 3;

interface Dropped {
  model: string;
  reason: string;
  detail?: string;
}

/** The reasons why `parlance/auto` drops an offer, for a call without preferences: each has its own text. */
const REASONS = [
  'modality',
  'capability',
  'context_too_small',
  'output_too_short',
  'no_price',
  'unhealthy',
  'outranked',
] as const;

type DroppedReason = (typeof REASONS)[number] | 'other';

/** Dropped models grouped by reason, the most frequent reason first; a model is named once in each group. */
export function groupDropped(dropped: readonly Dropped[], nameOf: (id: string) => string): DroppedModels[] {
  const groups = new Map<string, { first: Dropped; models: Set<string> }>();
  for (const one of dropped) {
    const key = `${droppedReason(one)} ${one.detail ?? ''}`;
    const group = groups.get(key);
    if (group) group.models.add(one.model);
    else groups.set(key, { first: one, models: new Set([one.model]) });
  }
  return [...groups.values()]
    .sort((a, b) => b.models.size - a.models.size)
    .map(({ first, models }) => ({
      reason: droppedReason(first),
      lacking: first.detail ?? null,
      names: [...models].slice(0, MAX_NAMES).map(nameOf),
      more: Math.max(0, models.size - MAX_NAMES),
    }));
}

/** A reason of the router, by the key of its text on the page. */
function droppedReason({ reason }: { reason: string }): DroppedReason {
  return REASONS.find((one) => one === reason) ?? 'other';
}
