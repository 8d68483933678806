// npm run build: the browser's files and the server, each with Remix's Vite build in its own process, then
// every process bundled into a few files with the packages that it needs: reading a thousand small files
// takes longer than everything else at start.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { build as buildWithVite } from 'vite';
import { compressAssets } from './compress-assets.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
process.chdir(ROOT);
process.env.NODE_ENV = 'production';

/** The tests build into their own folder, so that they never replace files of a running application. */
const FOLDER = process.env.BUILD_DIRECTORY || 'build';

/** Process or thread name -> entry. `<folder>/processes/<name>.js` */
const PROCESSES = {
  web: path.resolve(ROOT, FOLDER, 'server/index.js'),
  worker: 'worker/index.ts',
  prepare: 'scripts/prepare.ts',
  admin: 'app/admin/index.ts',
  sandbox: 'app/sandbox/providers/index.ts',
  'payment-page': 'app/sandbox/payments/index.ts',
  'search-thread': 'app/core/search/search-thread.ts',
  'import-thread': 'app/core/imports/reading/import-thread.ts',
  'render-thread.server': 'app/ui/markdown/render/render-thread.server.ts',
};

rmSync(FOLDER, { recursive: true, force: true });
await buildServer(buildClient());
// Styles that only the server references.
await compressAssets(path.join(FOLDER, 'client/assets'));
const { metafile } = await build({
  absWorkingDir: ROOT,
  entryPoints: PROCESSES,
  outdir: `${FOLDER}/processes`,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // Native code, an optional package of Sequelize for another database, and packages that start threads from
  // their own files.
  external: ['@node-rs/argon2', 'pg-hstore', 'piscina', 'sharp'],
  // CommonJS packages load Node's own modules with `require`, which does not exist in an ES module.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  // Remix's build repeats the imports of all files in each of them.
  logOverride: { 'ignored-bare-import': 'silent' },
  sourcemap: true,
  // Node reads the source maps when a process starts; the sources themselves are beside the build.
  sourcesContent: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
  metafile: true,
});
writeFileSync(path.join(FOLDER, 'external-packages.json'), JSON.stringify(externalPackages(metafile)));
rmSync(path.join(FOLDER, 'server'), { recursive: true });
rmSync(path.join(FOLDER, 'client/.vite'), { recursive: true });

/**
 * The packages that the processes import and the bundles do not contain; external-packages.mjs reads the
 * list. Some packages try to import others that are not installed.
 */
function externalPackages({ outputs }) {
  const imports = Object.values(outputs).flatMap((output) => output.imports);
  const outside = imports.filter((one) => one.external && !isBuiltin(one.path)).map((one) => one.path);
  const names = outside.map((name) => name.split('/').slice(0, name.startsWith('@') ? 2 : 1));
  const distinct = new Set(names.map((parts) => parts.join('/')));
  return Array.from(distinct)
    .filter((name) => existsSync(path.join('node_modules', name)))
    .sort((one, other) => (one < other ? -1 : 1));
}

/** Ends the build when the browser half fails, which has printed the reason. */
async function buildClient() {
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts/build-client.mjs')], { stdio: 'inherit' });
  process.once('exit', () => child.kill());
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exit(1);
}

/**
 * The server half needs only one result of the browser half, the names of the scripts, and only after
 * everything else is read.
 * @param {Promise<void>} client
 */
async function buildServer(client) {
  await buildWithVite({
    logLevel: 'warn',
    build: { ssr: true },
    plugins: [
      {
        name: 'wait-for-client',
        load: {
          order: 'pre',
          async handler(id) {
            if (id.endsWith('virtual:remix/server-manifest')) await client;
          },
        },
      },
    ],
  });
}
