// npm run restore -- <folder> [--replace]: restores a backup into an empty installation and checks it.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from './backup/restore-backup.mjs';
import { LaunchError } from './launch/launch-error.mjs';
import { serversEnvironment } from './launch/installation.mjs';
import { runCommand } from './launch/run-command.mjs';

await runCommand(async (base) => {
  const { folder, replace } = readArguments();
  const env = serversEnvironment(base, process.env);
  await restoreBackup({ base, env, folder: path.resolve(folder), replace, say: (line) => console.log(line) });
});

function readArguments() {
  const usage = 'Run npm run restore -- <folder of the backup> [--replace].';
  try {
    const options = { replace: { type: 'boolean', default: false } };
    const { positionals, values } = parseArgs({ allowPositionals: true, options });
    const [folder, ...more] = positionals;
    if (folder !== undefined && more.length === 0) return { folder, replace: values.replace };
  } catch (error) {
    throw new LaunchError(error.message, usage);
  }
  throw new LaunchError('One folder of a backup must be named.', usage);
}
