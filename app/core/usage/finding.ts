/** What a comparison has found. */
export interface Finding {
  compared: number;
  mismatches: number;
  /** The first of them, in words for an operator. */
  examples: string[];
}

const MOST_EXAMPLES = 5;

export const NOTHING_FOUND: Finding = { compared: 0, mismatches: 0, examples: [] };

export const addFinding = (one: Finding, other: Finding): Finding => ({
  compared: one.compared + other.compared,
  mismatches: one.mismatches + other.mismatches,
  examples: [...one.examples, ...other.examples].slice(0, MOST_EXAMPLES),
});
