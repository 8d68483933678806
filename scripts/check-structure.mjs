// npm run check: prints figures about the sizes and importers of source files. Reviewers read them; no limit
// fails here, since a second importer is easily faked. `tests/architecture` checks the limits of lengths and
// folders.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCE = /(?<!\.test|\.d)\.tsx?$/;
/** The specifier of an import, an export from another file or a lazy import. */
const IMPORTED = /'([#.][^'\n]+\.tsx?)'/g;
const SMALL = 25;

const files = new Map(
  ['app', 'db', 'worker'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((file) => SOURCE.test(file))
      .map((file) => [file, { text: readFileSync(path.join(ROOT, file), 'utf8'), importers: new Set() }]),
  ),
);
for (const [file, { text }] of files)
  for (const [, specifier] of text.matchAll(IMPORTED))
    files.get(resolve(file, specifier))?.importers.add(file);

report('all', () => true);
report('core without providers', (file) => /^app\/core\/(?!providers\/)/.test(file));
report('providers', (file) => file.startsWith('app/core/providers/'));
report('features, .ts', (file) => /^app\/features\/.*\.ts$/.test(file));

/** @returns {string} the path of an imported file from the root */
function resolve(file, specifier) {
  return specifier.startsWith('#') ? specifier.slice(1) : path.join(path.dirname(file), specifier);
}

/** Prints one line of figures for the files that pass the filter. */
function report(name, passes) {
  const counted = [...files].filter(([file]) => passes(file));
  const lengths = counted.map(([, { text }]) => text.split('\n').length - 1).sort((a, b) => a - b);
  const single = counted.filter(([, { importers }]) => importers.size === 1);
  const nextDoor = single.filter(
    ([file, { text, importers }]) =>
      text.split('\n').length <= SMALL && path.dirname([...importers][0]) === path.dirname(file),
  );
  const at = (share) => lengths[Math.floor(lengths.length * share)];
  console.log(
    `     ${name.padEnd(24)}${counted.length} files, ${lengths.reduce((sum, one) => sum + one, 0)} lines, median ${at(0.5)}, ` +
      `nine in ten below ${at(0.9)}, max ${lengths.at(-1)}; ${Math.round((100 * single.length) / counted.length)}% with one importer, ` +
      `${nextDoor.length} of them under ${SMALL} lines next door`,
  );
}
