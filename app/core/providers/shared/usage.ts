/** More tokens than any call can have; a larger number is a mistake and is not charged. */
const MAX_TOKENS = 100_000_000;

/** A provider's token count, or null if it is invalid. */
export function tokenCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_TOKENS
    ? value
    : null;
}
