// npm run backup [-- <folder>]: backs up database, files and secrets of the installation, with a manifest.
import path from 'node:path';
import { writeBackup } from './backup/write-backup.mjs';
import { LaunchError } from './launch/launch-error.mjs';
import { installationEnvironment } from './launch/installation.mjs';
import { runCommand } from './launch/run-command.mjs';
import { SECRETS } from './launch/secrets.mjs';

await runCommand(async (base) => {
  const [folder, ...more] = process.argv.slice(2);
  if (more.length > 0 || folder?.startsWith('-'))
    throw new LaunchError('One folder can be named, and nothing else.', 'Run npm run backup -- <folder>.');
  const moment = new Date().toISOString().replaceAll(':', '-').replace(/\..*/, 'Z');
  await writeBackup({
    base,
    env: installationEnvironment(base, process.env, SECRETS),
    folder: path.resolve(folder ?? path.join(base, 'backups', moment)),
    say: (line) => console.log(line),
  });
});
