// npm run check: the time of every regular expression of the project is linear in the length of its text. The
// automaton of `recheck` proves it; expressions that it does not support (lookaround, back references) are
// tested with attack strings. There is no list of exceptions: an expression that fails is rewritten or
// replaced by other code.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { check } from 'recheck';
import { findExpressions } from './testing/find-expressions.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['app', 'worker', 'db', 'scripts'];
const CACHE = path.join(ROOT, '.cache/expressions.json');
/** Time limit for one expression; a hundredth of it is typical. */
const LONGEST_MS = 20_000;
const VERSION = JSON.parse(
  readFileSync(path.join(ROOT, 'node_modules/recheck/package.json'), 'utf8'),
).version;

const known = readKnown();
const verdicts = new Map();
const failures = [];
for (const { file, line, source, flags } of sourceFiles().flatMap(expressionsIn)) {
  const id = createHash('sha256')
    .update(JSON.stringify([VERSION, source, flags]))
    .digest('hex');
  const verdict = verdicts.get(id) ?? known[id] ?? (await judge(source, flags));
  verdicts.set(id, verdict);
  if (verdict !== 'linear') failures.push(`${file}:${line} /${source}/${flags}\n    ${verdict}`);
}
mkdirSync(path.dirname(CACHE), { recursive: true });
writeFileSync(CACHE, JSON.stringify(Object.fromEntries(verdicts)));
console.log(failures.join('\n'));
console.log(`${verdicts.size} expressions, ${failures.length} of them not linear`);
process.exit(failures.length > 0 ? 1 : 0);

/** @returns {Promise<string>} 'linear', or the problem */
async function judge(source, flags) {
  const { status, complexity, attack, error } = await check(source, flags, { timeout: LONGEST_MS });
  if (status === 'safe') return 'linear';
  if (status === 'unknown') return `not decided: ${error.kind}`;
  return `${complexity.summary}, as ${attack.pattern} shows`;
}

function sourceFiles() {
  return FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true })
      .filter((name) => /\.(tsx?|mjs)$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => path.join(folder, name)),
  );
}

function expressionsIn(file) {
  return findExpressions(file, readFileSync(path.join(ROOT, file), 'utf8')).map((found) => ({
    file,
    ...found,
  }));
}

function readKnown() {
  try {
    return JSON.parse(readFileSync(CACHE, 'utf8'));
  } catch {
    return {};
  }
}
