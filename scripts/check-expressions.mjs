// npm run check: the time of every regular expression of the project is linear in the length of its text. The
// automaton of `recheck` proves it; expressions that it does not support (lookaround, back references) are
// tested with attack strings. There is no list of exceptions: an expression that fails is rewritten or
// replaced by other code. The proofs take half a minute, so those of unchanged expressions are listed in
// `testing/linear-expressions.json`: a new expression is proved and must be added with `--write`; the full run
// (SUITE=full) proves all of them again.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { check } from 'recheck';
import { findExpressions } from './testing/find-expressions.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['app', 'worker', 'db', 'scripts'];
const LIST = path.join(ROOT, 'scripts/testing/linear-expressions.json');
/** Time limit for one expression; a hundredth of it is typical. */
const LONGEST_MS = 20_000;
const VERSION = JSON.parse(
  readFileSync(path.join(ROOT, 'node_modules/recheck/package.json'), 'utf8'),
).version;

const listed = JSON.parse(readFileSync(LIST, 'utf8'));
const known = new Set(process.env.SUITE === 'full' ? [] : listed);
const linear = new Set();
const failures = [];
for (const { file, line, source, flags } of sourceFiles().flatMap(expressionsIn)) {
  const id = createHash('sha256')
    .update(JSON.stringify([VERSION, source, flags]))
    .digest('hex')
    .slice(0, 32);
  const verdict = known.has(id) || linear.has(id) ? 'linear' : await judge(source, flags);
  if (verdict === 'linear') linear.add(id);
  else failures.push(`${file}:${line} /${source}/${flags}\n    ${verdict}`);
}
const ids = [...linear].toSorted((one, other) => (one < other ? -1 : 1));
if (process.argv.includes('--write')) writeFileSync(LIST, `${JSON.stringify(ids, null, 2)}\n`);
else if (ids.join() !== listed.join())
  failures.push('The list of proved expressions is not current: node scripts/check-expressions.mjs --write');
console.log(failures.join('\n'));
console.log(`${linear.size} expressions are linear, ${failures.length} failures`);
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
