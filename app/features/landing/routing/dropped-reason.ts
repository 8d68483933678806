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
export type DroppedReason = (typeof REASONS)[number] | 'other';

/** A reason of the router as the page says it. */
export function droppedReason({ reason }: { reason: string }): DroppedReason {
  return REASONS.find((one) => one === reason) ?? 'other';
}
