// npm run admin -- <command>: passes the command to the built process, with the settings of the installation.
import { installationEnvironment } from './launch/installation.mjs';
import { runBuilt, runCommand } from './launch/run-command.mjs';

await runCommand((base) =>
  runBuilt('admin', process.argv.slice(2), installationEnvironment(base, process.env)),
);
