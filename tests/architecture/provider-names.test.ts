import { expect, it } from 'vitest';
import { sourceFiles, type SourceFile } from './source-files.ts';

/**
 * A provider with a socket, a persona and a session of its own: the code of everything but its folders knows
 * these by properties, never by its name.
 */
const NAME = /(?<![a-z])bing|Bing|BING/;

/** Its own folders and endpoint module, its texts, the seed, tests and documents. */
const OWN = [
  /^app\/(?:core|sandbox)\/providers\/bing\//,
  /^app\/contracts\/endpoints\/personas\.ts$/,
  /^app\/ui\/i18n\/locales\//,
  /^db\/seed\/data\//,
  /\.test\.tsx?$/,
];

/** The tables that have rows for it, with the number of their lines that name it. */
const ROWS: Readonly<Record<string, number>> = {
  'app/contracts/catalogue/dialects.ts': 1,
  'app/contracts/catalogue/sandbox-providers.ts': 1,
  'app/contracts/endpoints/own-keys.ts': 2,
  'app/contracts/endpoints/table.ts': 3,
  'app/contracts/providers.ts': 1,
  'app/core/platform/config-schema.ts': 3,
  'app/core/providers/list.ts': 2,
  'app/sandbox/providers/context.ts': 1,
  'app/sandbox/providers/start-sandbox.ts': 3,
  'scripts/launch/provider-variables.mjs': 1,
};

/** The lines of each file that name the provider, where it has no right to be named, or not so often. */
function wrongLines(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ place }) => !OWN.some((own) => own.test(place)))
    .flatMap(({ place, text }) => {
      const lines = text.split('\n').filter((line) => NAME.test(line));
      return lines.length > (ROWS[place] ?? 0) ? lines.map((line) => `${place}: ${line.trim()}`) : [];
    });
}

it('names a provider only in its own folders and in rows of tables', () => {
  const files = sourceFiles(['app', 'worker', 'db', 'scripts'], /\.(?:tsx?|mjs|cjs|css)$/);
  expect(wrongLines(files)).toEqual([]);
});

it('finds a name in code, in a comment and in a further line of a table, and no other word', () => {
  const place = 'app/core/tasks/chat/price.ts';
  expect(wrongLines([{ place, text: "if (provider === 'bing') return;" }])).toHaveLength(1);
  expect(wrongLines([{ place, text: '/** Bing only. */\nconst url = BING_BASE_URL;' }])).toHaveLength(2);
  expect(wrongLines([{ place, text: 'A call is probing.' }])).toEqual([]);
  const [table = '', rows = 0] = Object.entries(ROWS)[0] ?? [];
  expect(wrongLines([{ place: table, text: 'bing\n'.repeat(rows) }])).toEqual([]);
  expect(wrongLines([{ place: table, text: 'bing\n'.repeat(rows + 1) }])).toHaveLength(rows + 1);
  expect(wrongLines([{ place: 'app/core/providers/bing/index.ts', text: 'bing' }])).toEqual([]);
});
