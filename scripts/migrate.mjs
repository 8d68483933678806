// npm run migrate: brings the installation's database to the newest schema and seeds it.
import { serversEnvironment } from './launch/installation.mjs';
import { refuseArguments } from './launch/refuse-words.mjs';
import { runBuilt, runCommand } from './launch/run-command.mjs';

await runCommand((base) => {
  refuseArguments(process.argv.slice(2));
  runBuilt('prepare', [], serversEnvironment(base, process.env));
});
