// npm run admin -- <command>: the operator's command line. It only needs the database, so that it works while
// web, worker and Redis are down; if Redis is up, open browsers are notified.
import { createInterface } from 'node:readline/promises';
import { config } from '#app/core/platform/config.ts';
import { closeRedis, connectRedis } from '#app/core/platform/redis.ts';
import { closeStreamRedis, connectStreamRedis } from '#app/core/platform/stream-redis.ts';
import { closeDatabase, connectDatabase } from '#db/client.ts';
import { runCommand } from './command-line.ts';

const { DATABASE_URL, REDIS_URL, REDIS_CLUSTER } = config();
connectDatabase(DATABASE_URL, { size: 2 });
await Promise.all([connectRedis(REDIS_URL), connectStreamRedis(REDIS_CLUSTER)]);
try {
  const { lines, code } = await runCommand(
    process.argv.slice(2),
    undefined,
    process.stdin.isTTY ? ask : null,
  );
  (code === 0 ? process.stdout : process.stderr).write(`${lines.join('\n')}\n`);
  process.exitCode = code;
} finally {
  await Promise.all([closeDatabase(), closeRedis(), closeStreamRedis()]);
}

async function ask(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
