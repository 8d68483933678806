// npm run build: the web through Remix's Vite build, then every process in few files with the packages that it needs:
// to read a thousand small files takes longer than all else that a start does.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The tests build into a folder of their own, so that they never replace files of a running application. */
const FOLDER = process.env.BUILD_DIRECTORY || 'build';

/** Process or thread name -> entry. `<folder>/processes/<name>.js` */
const PROCESSES = {
  web: path.resolve(ROOT, FOLDER, 'server/index.js'),
  worker: 'worker/index.ts',
  prepare: 'scripts/prepare.ts',
  admin: 'app/admin/index.ts',
  sandbox: 'tests/doubles/sandbox/index.ts',
  'payment-page': 'tests/doubles/payments/page/index.ts',
  'render-thread.server': 'app/features/chat/markdown/render/render-thread.server.ts',
};

// First the web: Remix empties the whole folder.
const web = spawnSync(process.execPath, [`${ROOT}node_modules/@remix-run/dev/dist/cli.js`, 'vite:build'], {
  cwd: ROOT,
  stdio: 'inherit',
});
if (web.status !== 0) process.exit(web.status ?? 1);
await compressAssets(path.resolve(ROOT, FOLDER, 'client/assets'));

await build({
  absWorkingDir: ROOT,
  entryPoints: PROCESSES,
  outdir: `${FOLDER}/processes`,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // Native code, what Sequelize asks for only with a database that is not ours, and what starts threads from files of its
  // own.
  external: ['@node-rs/argon2', 'pg-hstore', 'piscina', 'sharp'],
  // Packages of CommonJS ask for Node's own modules by `require`, which a module does not have.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  // Remix's build repeats in each of its files what all of them import.
  logOverride: { 'ignored-bare-import': 'silent' },
  sourcemap: true,
  // Node reads the maps at the start of a process; the sources themselves lie beside the build.
  sourcesContent: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
});
rmSync(path.resolve(ROOT, FOLDER, 'server'), { recursive: true });

/** Brotli at its best takes too long for a request and is done once here: `<name>.br` beside scripts and styles. */
async function compressAssets(folder) {
  const names = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(readFileSync(file)));
    }),
  );
}
