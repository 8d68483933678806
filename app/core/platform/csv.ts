import { stringify } from 'csv-stringify/sync';

export type CsvValue = string | number | bigint | boolean | null;

interface CsvOptions {
  /**
   * A text that a spreadsheet would execute as a formula gets an apostrophe before it, so that the spreadsheet
   * shows it. The text is then no longer what was stored.
   */
  guardsFormulas: boolean;
}

/** Makes spreadsheets read a file as UTF-8; the first piece of a file that people open in one. */
export const CSV_MARK = '\uFEFF';

/** Lines of a CSV file (RFC 4180), each with its line break. A boolean is `true` or `false`, null is empty. */
export function csvLines(rows: readonly (readonly CsvValue[])[], { guardsFormulas }: CsvOptions): string {
  return stringify(rows as CsvValue[][], {
    record_delimiter: '\r\n',
    quote_record_delimiter: true,
    escape_formulas: guardsFormulas,
    cast: { boolean: String },
  });
}
