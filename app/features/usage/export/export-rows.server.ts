import type { ExportedCall } from '#app/contracts/usage/exported-call.ts';
import { csvLines } from '#app/core/platform/csv.ts';

/** The columns of an export, in the order of a call's fields. */
export const EXPORT_COLUMNS = [
  'id',
  'createdAt',
  'userId',
  'kind',
  'state',
  'model',
  'provider',
  'keyId',
  'keyName',
  'applicationId',
  'inputTokens',
  'cachedTokens',
  'outputTokens',
  'reasoningTokens',
  'costMicro',
  'firstTokenMs',
  'latencyMs',
  'finishReason',
  'errorCode',
] as const satisfies (keyof ExportedCall)[];

/** People open these files in spreadsheets and never read them back. */
const GUARDED = { guardsFormulas: true };

/** Writes the pieces of a file: the text before the rows, the rows, the text after them. */
export interface ExportFormat {
  type: string;
  before: string;
  /** @param isFirst true for the first batch with rows */
  rows: (rows: readonly ExportedCall[], isFirst: boolean) => string;
  after: string;
}

export const EXPORT_FORMATS: Record<'csv' | 'json', ExportFormat> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    before: csvLines([EXPORT_COLUMNS], GUARDED),
    rows: (rows) =>
      csvLines(
        rows.map((row) => EXPORT_COLUMNS.map((name) => cellOf(row, name))),
        GUARDED,
      ),
    after: '',
  },
  /** An array with a line for each call: one JSON document that can also be read line by line. */
  json: {
    type: 'application/json',
    before: '[',
    rows(rows, isFirst) {
      const lines = rows.map((row) => JSON.stringify(row));
      return `${isFirst ? '\n' : ',\n'}${lines.join(',\n')}`;
    },
    after: '\n]\n',
  },
};

/** An amount is a number, whose sign begins no formula. */
function cellOf(row: ExportedCall, name: (typeof EXPORT_COLUMNS)[number]): string | number | bigint | null {
  const value = row[name];
  return name === 'costMicro' && value !== null ? BigInt(value) : value;
}
