// npm run build: what browsers get and the server, each through Remix's Vite build in a process of its own, then every
// process in few files with the packages that it needs: to read a thousand small files takes longer than all else that a
// start does.
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

/** The tests build into a folder of their own, so that they never replace files of a running application. */
const FOLDER = process.env.BUILD_DIRECTORY || 'build';

/** Process or thread name -> entry. `<folder>/processes/<name>.js` */
const PROCESSES = {
  web: path.resolve(ROOT, FOLDER, 'server/index.js'),
  worker: 'worker/index.ts',
  prepare: 'scripts/prepare.ts',
  admin: 'app/admin/index.ts',
  sandbox: 'app/sandbox/providers/index.ts',
  'payment-page': 'app/sandbox/payments/index.ts',
  'render-thread.server': 'app/features/chat/markdown/render/render-thread.server.ts',
};

rmSync(FOLDER, { recursive: true, force: true });
await buildServer(buildClient());
// Styles that the server alone names.
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
  metafile: true,
});
writeFileSync(path.join(FOLDER, 'external-packages.json'), JSON.stringify(externalPackages(metafile)));
rmSync(path.join(FOLDER, 'server'), { recursive: true });
rmSync(path.join(FOLDER, 'client/.vite'), { recursive: true });

/**
 * The packages that the processes import and the build does not hold; external-packages.mjs reads them. Some packages try
 * to import others that are not installed.
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

/** Ends the build when that half fails; it has said why. */
async function buildClient() {
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts/build-client.mjs')], { stdio: 'inherit' });
  process.once('exit', () => child.kill());
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exit(1);
}

/**
 * The server's half needs one thing of the other one, the names of the scripts, and only when everything else is read.
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
