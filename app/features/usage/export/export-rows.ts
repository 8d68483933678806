import type { ExportedCall } from '#app/contracts/usage/exported-call.ts';
import { csvCell, csvRow } from './csv-row.ts';

/** The columns of an export, in the order of the members of a call. */
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

/** Cells that only we write: ids, words of ours, digits. They need no look at their letters. */
const OWN_TEXT: ReadonlySet<string> = new Set(['id', 'createdAt', 'userId', 'kind', 'state', 'costMicro']);

/** Writes the pieces of a file: what stands before the rows, rows, what stands after them. */
export interface ExportFormat {
  type: string;
  before: string;
  /** @param isFirst no rows were written before */
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
  /** A list with a line for each call: one JSON text, which can be read line by line, too. */
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
