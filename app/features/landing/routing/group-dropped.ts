import { droppedReason } from './dropped-reason.ts';
import type { DroppedModels } from './sample-route.ts';

/** Names of models that are listed for a reason. */
const MOST_NAMES = 3;

interface Dropped {
  model: string;
  reason: string;
  detail?: string;
}

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
