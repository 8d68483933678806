import { expect, it } from 'vitest';
import { sourceFiles } from '#tests/architecture/source-files.ts';
import { NOT_FOREIGN } from './not-foreign.ts';
import { stringFunctions } from './string-functions.ts';

/** What the table takes, `<file> <name>`; a name that it takes and does not use does not compile. */
function inTable(): string[] {
  const files = sourceFiles(['tests/hostile/functions', 'tests/fuzz'], /(?:functions\/.*|parsers)\.ts$/);
  const imports = files.flatMap(({ text }) => [
    ...text.matchAll(/import \{([^}]*)\} from '#((?:app|db|worker)\/[^']+)'/g),
  ]);
  return imports.flatMap(([, names = '', place]) =>
    names.split(',').map((name) => `${place} ${name.trim().split(' ')[0]}`),
  );
}

it('names every function over texts of strangers in functions/, or says in not-foreign.ts why not', () => {
  const known = new Set([...inTable(), ...Object.values(NOT_FOREIGN).flat()]);
  expect(stringFunctions().filter((one) => !known.has(one))).toEqual([]);
});

it('says of no function twice, or of one that is gone, that it is not over texts of strangers', () => {
  const named = Object.values(NOT_FOREIGN).flat();
  const found = new Set(stringFunctions());
  const table = new Set(inTable());
  const wrong = named.filter(
    (one, index) => !found.has(one) || table.has(one) || named.indexOf(one) !== index,
  );
  expect(wrong).toEqual([]);
});
