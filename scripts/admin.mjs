// npm run admin -- <command>: hands the command to the built process, with the settings of the running application.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './launch/paths.mjs';
import { ensureSecrets } from './launch/secrets.mjs';
import { privateServers } from './services/private-servers.mjs';

process.chdir(ROOT);
if (existsSync('.env')) process.loadEnvFile('.env');

const program = path.join(ROOT, process.env.BUILD_DIRECTORY || 'build', 'processes/admin.js');
if (!existsSync(program)) {
  console.error('There is no build yet: run npm start (or npm run build) first.');
  process.exit(1);
}
const base = path.resolve(process.env.DATA_DIR || '.data');
const env = { ...process.env, ...ensureSecrets(base), ...privateServers(base, process.env) };
if (!env.DATABASE_URL) {
  console.error('No database is known: start Parlance with npm start, or set DATABASE_URL.');
  process.exit(1);
}
const { status } = spawnSync(process.execPath, ['--enable-source-maps', program, ...process.argv.slice(2)], {
  env,
  stdio: 'inherit',
});
process.exit(status ?? 1);
