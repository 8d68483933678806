// npm run admin -- <command>: the operator's command line. It talks to the database alone, so that it works
// while web and worker are away.
import { config } from '#app/core/platform/config.ts';
import { closeDatabase, connectDatabase } from '#db/client.ts';
import { runCommand } from './run-command.ts';

connectDatabase(config().DATABASE_URL, 2);
try {
  const { lines, code } = await runCommand(process.argv.slice(2));
  (code === 0 ? process.stdout : process.stderr).write(`${lines.join('\n')}\n`);
  process.exitCode = code;
} finally {
  await closeDatabase();
}
