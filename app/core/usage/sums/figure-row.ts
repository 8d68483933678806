import type { Figures } from './figures.ts';
import { readFirstTokens } from './first-tokens.ts';

/** Figures as the database answers them. */
export interface FigureRow {
  requests: string;
  errors: string;
  input_tokens: string;
  output_tokens: string;
  cost_micro: string;
  first_tokens: string;
}

/** Of the table that a statement calls `f`. */
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
