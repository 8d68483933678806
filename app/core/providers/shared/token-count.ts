/** More tokens than any call can have; a larger number is a mistake and is not charged. */
const MOST_TOKENS = 100_000_000;

/** A number of tokens as a provider has counted it, or null where it cannot be meant. */
export function tokenCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_TOKENS
    ? value
    : null;
}
