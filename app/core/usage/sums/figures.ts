import type { CallFigures } from '#app/contracts/usage/dashboard.ts';
import type { SettledCall } from '#app/core/generation/report/settled.ts';
import { addFirstTokens, bucketOf, percentile, readFirstTokens, type FirstTokens } from './first-tokens.ts';

/** Sums over calls. Money in micro-dollars. */
export interface Figures {
  requests: number;
  errors: number;
  inputTokens: number;
  outputTokens: number;
  costMicro: bigint;
  firstTokens: FirstTokens;
}

export const noFigures = (): Figures => ({
  requests: 0,
  errors: 0,
  inputTokens: 0,
  outputTokens: 0,
  costMicro: 0n,
  firstTokens: new Map(),
});

/** Figures as the database returns them. */
export interface FigureRow {
  requests: string;
  errors: string;
  input_tokens: string;
  output_tokens: string;
  cost_micro: string;
  first_tokens: string;
}

/** Columns of the table with the alias `f`. */
export const FIGURE_COLUMNS =
  'f.requests, f.errors, f.input_tokens, f.output_tokens, f.cost_micro, f.first_tokens';

export const toFigures = (row: FigureRow): Figures => ({
  requests: Number(row.requests),
  errors: Number(row.errors),
  inputTokens: Number(row.input_tokens),
  outputTokens: Number(row.output_tokens),
  costMicro: BigInt(row.cost_micro),
  firstTokens: readFirstTokens(row.first_tokens),
});

/** Adds `more` to `sum`. @param times -1 subtracts it */
export function addFigures(sum: Figures, more: Figures, times: 1 | -1 = 1): void {
  sum.requests += times * more.requests;
  sum.errors += times * more.errors;
  sum.inputTokens += times * more.inputTokens;
  sum.outputTokens += times * more.outputTokens;
  sum.costMicro += BigInt(times) * more.costMicro;
  addFirstTokens(sum.firstTokens, more.firstTokens, times);
}

/** Returns true for empty figures, also as the difference of two equal sums. */
export function isNothing({ firstTokens, costMicro, ...counts }: Figures): boolean {
  return firstTokens.size === 0 && costMicro === 0n && Object.values(counts).every((count) => count === 0);
}

/** The figures of one call. */
export function figuresOf(call: SettledCall): Figures {
  return {
    requests: 1,
    errors: call.hasFailed ? 1 : 0,
    inputTokens: call.inputTokens,
    outputTokens: call.outputTokens,
    costMicro: call.chargedMicro,
    firstTokens: new Map(call.firstTokenMs === null ? [] : [[bucketOf(call.firstTokenMs), 1]]),
  };
}

/** Figures in the format of a dashboard. */
export function toCallFigures({ costMicro, firstTokens, ...counts }: Figures): CallFigures {
  return {
    ...counts,
    costMicro: costMicro.toString(),
    firstTokenP50Ms: percentile(firstTokens, 0.5),
    firstTokenP95Ms: percentile(firstTokens, 0.95),
  };
}
