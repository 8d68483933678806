// npm run admin -- <command>: the operator's command line. It talks to the database alone, so that it works
// while web and worker are away.
import { createInterface } from 'node:readline/promises';
import { config } from '#app/core/platform/config.ts';
import { closeDatabase, connectDatabase } from '#db/client.ts';
import { runCommand } from './run-command.ts';

connectDatabase(config().DATABASE_URL, 2);
try {
  const { lines, code } = await runCommand(
    process.argv.slice(2),
    undefined,
    process.stdin.isTTY ? ask : null,
  );
  (code === 0 ? process.stdout : process.stderr).write(`${lines.join('\n')}\n`);
  process.exitCode = code;
} finally {
  await closeDatabase();
}

async function ask(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
