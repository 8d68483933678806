// npm run lock: removes download addresses from package-lock.json after npm install. With --check it only looks.
import { readFileSync, writeFileSync } from 'node:fs';
import { mendLock } from './launch/mend-lock.mjs';

const FILE = new URL('../package-lock.json', import.meta.url);
const { lock, addresses, missing, unproven } = mendLock(JSON.parse(readFileSync(FILE, 'utf8')));
const isCheck = process.argv.includes('--check');

if (!isCheck) {
  writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`package-lock.json mended: ${addresses} download addresses removed.`);
} else if (addresses > 0) {
  console.error(`package-lock.json has ${addresses} download addresses: run npm run lock.`);
}
for (const name of missing) console.error(`package-lock.json has no entry for ${name}.`);
for (const place of unproven) console.error(`package-lock.json has no integrity for ${place}.`);
const isIncomplete = missing.length + unproven.length > 0;
if (isIncomplete)
  console.error('Pin a version of its parent whose packages the registry holds for all platforms.');
if (isIncomplete || (isCheck && addresses > 0)) process.exitCode = 1;
