// node scripts/external-packages.mjs <folder> [<package> ...]: copies the external packages of the build, and
// the named ones, with all their dependencies, to <folder>/node_modules. The image contains only these.
import { cpSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './launch/paths.mjs';
import { placesNeededBy } from './launch/package-plan.mjs';

const [target, ...named] = process.argv.slice(2);
if (target === undefined) throw new Error('Name the folder that the packages are copied to.');
const readJson = (...parts) => JSON.parse(readFileSync(path.join(ROOT, ...parts), 'utf8'));
const names = [...readJson(process.env.BUILD_DIRECTORY || 'build', 'external-packages.json'), ...named];
const { packages } = readJson('package-lock.json');
// npm installed only those optional packages that fit this machine.
const places = Array.from(placesNeededBy(packages, names)).filter((place) =>
  existsSync(path.join(ROOT, place)),
);
for (const place of places) {
  const from = path.join(ROOT, place);
  const below = path.join(from, 'node_modules');
  cpSync(from, path.join(target, place), { recursive: true, filter: (file) => file !== below });
}
console.log(`${places.length} packages for ${names.join(', ')}`);
