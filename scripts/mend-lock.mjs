// npm run lock: removes download addresses from the lock files after npm install. With --check it changes
// nothing.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fixLock } from './launch/mend-lock.mjs';
import { ROOT } from './launch/paths.mjs';

/** The lock file of the product, and that of the client programs in the full test run. */
const FILES = ['package-lock.json', 'tests/http/clients/programs/package-lock.json'];
const isCheck = process.argv.includes('--check');

for (const name of FILES) {
  const file = path.join(ROOT, name);
  const { lock, addresses, missing, unproven } = fixLock(JSON.parse(readFileSync(file, 'utf8')));
  if (!isCheck) {
    writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
    console.log(`${name} mended: ${addresses} download addresses removed.`);
  } else if (addresses > 0) {
    console.error(`${name} has ${addresses} download addresses: run npm run lock.`);
  }
  for (const one of missing) console.error(`${name} has no entry for ${one}.`);
  for (const place of unproven) console.error(`${name} has no integrity for ${place}.`);
  const isIncomplete = missing.length + unproven.length > 0;
  if (isIncomplete)
    console.error('Pin a version of its parent whose packages the registry holds for all platforms.');
  if (isIncomplete || (isCheck && addresses > 0)) process.exitCode = 1;
}
