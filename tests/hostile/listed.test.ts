import { expect, it } from 'vitest';
import { sourceFiles } from '#tests/architecture/source-files.ts';
import { NOT_FOREIGN } from './not-foreign.ts';
import { stringFunctions } from './string-functions.ts';

/** The functions in the table, `<file> <name>`; an imported but unused name does not compile. */
function inTable(): string[] {
  const files = sourceFiles(['tests/hostile/functions', 'tests/fuzz'], /(?:functions\/.*|parsers)\.ts$/);
  const imports = files.flatMap(({ text }) => [
    ...text.matchAll(/import \{([^}]*)\} from '#((?:app|db|worker)\/[^']+)'/g),
  ]);
  return imports.flatMap(([, names = '', place]) =>
    names.split(',').map((name) => `${place} ${name.trim().split(' ')[0]}`),
  );
}

it('lists every function over untrusted text in functions/, or a reason in not-foreign.ts', () => {
  const known = new Set([...inTable(), ...Object.values(NOT_FOREIGN).flat()]);
  expect(stringFunctions().filter((one) => !known.has(one))).toEqual([]);
});

it('lists no exception twice, or for a function that is gone', () => {
  const named = Object.values(NOT_FOREIGN).flat();
  const found = new Set(stringFunctions());
  const table = new Set(inTable());
  const wrong = named.filter(
    (one, index) => !found.has(one) || table.has(one) || named.indexOf(one) !== index,
  );
  expect(wrong).toEqual([]);
});
