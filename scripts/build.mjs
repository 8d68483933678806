// npm run build: the web through Remix's Vite build, every other process as one file of its own.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The tests build into a folder of their own, so that they never replace files of a running application. */
const FOLDER = process.env.BUILD_DIRECTORY || 'build';

/** Process name -> entry. `<folder>/processes/<name>.js` */
const PROCESSES = {
  worker: 'worker/index.ts',
  prepare: 'scripts/prepare.ts',
  admin: 'app/admin/index.ts',
  sandbox: 'tests/doubles/sandbox/index.ts',
};

// First the web: Remix empties the whole folder.
const web = spawnSync(process.execPath, [`${ROOT}node_modules/@remix-run/dev/dist/cli.js`, 'vite:build'], {
  cwd: ROOT,
  stdio: 'inherit',
});
if (web.status !== 0) process.exit(web.status ?? 1);

await build({
  absWorkingDir: ROOT,
  entryPoints: PROCESSES,
  outdir: `${FOLDER}/processes`,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
});
