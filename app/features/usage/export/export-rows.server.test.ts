import { describe, expect, it } from 'vitest';
import type { ExportedCall } from '#app/contracts/usage/exported-call.ts';
import { EXPORT_COLUMNS, EXPORT_FORMATS } from './export-rows.server.ts';

const ROW: ExportedCall = {
  id: '1',
  createdAt: '2026-03-04T17:06:07.000Z',
  userId: 'u',
  kind: 'api',
  state: 'done',
  model: 'maker/model',
  provider: 'sandbox',
  keyId: 'k',
  keyName: '=cmd|"/c calc"!A1',
  applicationId: null,
  inputTokens: 1,
  cachedTokens: null,
  outputTokens: 2,
  reasoningTokens: 0,
  costMicro: '3',
  firstTokenMs: 1000,
  latencyMs: 3000,
  finishReason: 'stop',
  errorCode: null,
};

describe('an export', () => {
  it('as CSV has a line of names and one for each call', () => {
    expect(write('csv', [ROW], [ROW])).toBe(
      `${EXPORT_COLUMNS.join(',')}\r\n${`1,2026-03-04T17:06:07.000Z,u,api,done,maker/model,sandbox,k,"'=cmd|""/c calc""!A1",,1,,2,0,3,1000,3000,stop,\r\n`.repeat(2)}`,
    );
  });

  it('as JSON is one document, with a line for each call', () => {
    const text = write('json', [ROW, ROW], [ROW]);
    expect(JSON.parse(text)).toEqual([ROW, ROW, ROW]);
    expect(text.split('\n')).toHaveLength(6);
    expect(Object.keys((JSON.parse(text) as object[])[0]!)).toEqual([...EXPORT_COLUMNS]);
  });

  it('without calls is complete', () => {
    expect(JSON.parse(write('json'))).toEqual([]);
    expect(write('csv')).toBe(`${EXPORT_COLUMNS.join(',')}\r\n`);
  });
});

function write(format: 'csv' | 'json', ...batches: ExportedCall[][]): string {
  const { before, rows, after } = EXPORT_FORMATS[format];
  return before + batches.map((batch, index) => rows(batch, index === 0)).join('') + after;
}
