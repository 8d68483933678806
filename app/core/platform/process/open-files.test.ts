import { expect, it } from 'vitest';
import { startLogger } from '#app/core/platform/logger.ts';
import { checkOpenFiles, parseOpenFileLimit } from './open-files.ts';

function warningsOf(uses: Record<string, number>, limit: number | null): unknown[] {
  const lines: string[] = [];
  startLogger('test', 'warn', { write: (line) => void lines.push(line) });
  checkOpenFiles(uses, limit);
  return lines.map((line) => JSON.parse(line) as unknown);
}

it('warns with the limit and the number that is needed', () => {
  expect(warningsOf({ places: 1000 }, 1024)).toEqual([
    expect.objectContaining({
      limit: 1024,
      needed: 1256,
      places: 1000,
      msg: 'the limit of open files (ulimit -n) is too low',
    }),
  ]);
});

it('does not warn when the limit is high enough or unknown', () => {
  expect(warningsOf({ places: 1000 }, 1256)).toEqual([]);
  expect(warningsOf({ places: 1000 }, null)).toEqual([]);
});

it("reads the soft limit in the kernel's format", () => {
  const limits = (soft: string) =>
    `Limit                     Soft Limit           Hard Limit           Units
Max processes             7823                 7823                 processes
Max open files            ${soft}                 524288               files
`;
  expect(parseOpenFileLimit(limits('1024'))).toBe(1024);
  expect(parseOpenFileLimit(limits('unlimited'))).toBe(Infinity);
  expect(parseOpenFileLimit('')).toBeNull();
});
