// npm run lock: makes package-lock.json whole again after npm install. With --check it only looks.
import { readFileSync, writeFileSync } from 'node:fs';
import { mendLock } from './launch/mend-lock.mjs';

const FILE = new URL('../package-lock.json', import.meta.url);
const { lock, added, addresses } = mendLock(JSON.parse(readFileSync(FILE, 'utf8')));
const found = `${added.length} missing platform packages, ${addresses} download addresses`;
if (process.argv.includes('--check')) {
  if (added.length + addresses > 0) {
    console.error(`package-lock.json has ${found}: run npm run lock.`);
    process.exitCode = 1;
  }
} else {
  writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`package-lock.json mended: ${found}.`);
}
