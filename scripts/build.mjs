// npm run build: the web through Remix's Vite build, every other process as one file of its own.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Process name -> entry. `build/processes/<name>.js` */
const PROCESSES = {
  worker: 'worker/index.ts',
  prepare: 'db/prepare.ts',
  admin: 'app/admin/index.ts',
  sandbox: 'tests/doubles/sandbox/index.ts',
};

await build({
  absWorkingDir: ROOT,
  entryPoints: PROCESSES,
  outdir: 'build/processes',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
});

const web = spawnSync(process.execPath, [`${ROOT}node_modules/@remix-run/dev/dist/cli.js`, 'vite:build'], {
  cwd: ROOT,
  stdio: 'inherit',
});
process.exit(web.status ?? 1);
