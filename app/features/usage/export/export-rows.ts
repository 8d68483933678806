import type { ExportedCall } from '#app/contracts/usage/exported-call.ts';

/** Characters that begin a formula in a spreadsheet. */
const FORMULA = /^[=+\-@\t\r]/;

const QUOTED = /[",\r\n]/;

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

/** Columns that only the server fills: ids, fixed words, digits. Their cells need no escaping. */
const OWN_TEXT: ReadonlySet<string> = new Set(['id', 'createdAt', 'userId', 'kind', 'state', 'costMicro']);

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
    before: csvRow(EXPORT_COLUMNS),
    rows(rows) {
      let text = '';
      for (const row of rows) {
        for (const name of EXPORT_COLUMNS) {
          const value = row[name];
          text += `${OWN_TEXT.has(name) ? (value ?? '') : csvCell(value)}${name === 'errorCode' ? '\r\n' : ','}`;
        }
      }
      return text;
    },
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

/**
 * A cell of a CSV file (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe
 * before it, so that the spreadsheet shows it and does not run it.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line, with its line break. */
export function csvRow(values: readonly (string | number | null)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}
