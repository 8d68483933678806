// npm run database: opens a client for the installation's database; arguments after -- are passed to the
// client.
import { serversEnvironment } from './launch/installation.mjs';
import { runCommand } from './launch/run-command.mjs';
import { openDatabaseClient } from './services/database-client.mjs';

await runCommand(async (base) => {
  const client = await openDatabaseClient(serversEnvironment(base, process.env).DATABASE_URL);
  process.exitCode = client.runAtTerminal(process.argv.slice(2));
});
