/** The sample prompts; their words are texts of the page. */
export const SAMPLES = ['question', 'tools', 'report'] as const;

export type SampleName = (typeof SAMPLES)[number];

/** Who would be asked. */
export interface AskedOffer {
  id: string;
  name: string;
  provider: string;
  /** `$0.0021`: for the whole prompt and the longest answer. */
  cost: string;
  /** It fails just now, and is asked because nobody else is left. */
  isFailing: boolean;
}

/** Models that are not asked, for one reason. */
export interface DroppedModels {
  reason: DroppedReason;
  /** What they lack: `tools, json_schema`. */
  lacking: string | null;
  /** Some of their names. */
  names: string[];
  /** How many more there are. */
  more: number;
}

/** What the router would do with a sample prompt just now. */
export interface SampleRoute {
  sample: SampleName;
  promptTokens: number;
  outputTokens: number;
  /** In the order in which they would be asked: the first is chosen. None: nobody here can do it. */
  asked: AskedOffer[];
  dropped: DroppedModels[];
}

/** Names of models that are listed for a reason. */
const MOST_NAMES = 3;

interface Dropped {
  model: string;
  reason: string;
  detail?: string;
}

/** Why `parlance/auto` does not ask an offer, where the caller has no wishes: each has words of its own. */
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

/** Those who are not asked, by the reason, the one that most have first; a model is named once for each. */
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
      names: [...models].slice(0, MOST_NAMES).map(nameOf),
      more: Math.max(0, models.size - MOST_NAMES),
    }));
}

/** A reason of the router as the page says it. */
function droppedReason({ reason }: { reason: string }): DroppedReason {
  return REASONS.find((one) => one === reason) ?? 'other';
}
