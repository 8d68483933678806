// npm run bench:search [-- --messages=1000000] [--minutes=15]: the time of searches in many messages, and the size
// and cost of the index. The servers are private, and removed at the end.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ROOT } from '#scripts/launch/paths.mjs';
import { startServices } from '#scripts/services.mjs';
import { newId } from '#app/core/platform/ids.ts';
import { eraseIndex } from '#app/core/search/documents.ts';
import { findMessages } from '#app/core/search/find-messages.ts';
import { repairIndex } from '#app/core/search/comparison.ts';
import { updateIndex } from '#app/core/search/indexing.ts';
import { closeDatabase, connectDatabase } from '#db/client.ts';
import { migrator } from '#db/schema.ts';
import { change, selectCount, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { seedMessages, SIZES, wordOf } from './seed-messages.ts';

const { values: options } = parseArgs({
  options: {
    messages: { type: 'string', default: '1000000' },
    minutes: { type: 'string', default: '15' },
  },
});

const USERS = 60;
const HEAVY_SHARE = 0.2;
const SEARCHES = 200;
/** Room for the index of a million messages and for the messages, as bench:scale has it. */
const BUFFER_POOL = '4G';

/** Ranks of common, less common and rare words. */
const RANKS = [1, 5, 20, 60, 150, 400, 1000, 3000, 9000, 20_000];

const startedAt = Date.now();
const seconds = () => (Date.now() - startedAt) / 1000;
const say = (text: string) => console.log(`${seconds().toFixed(1).padStart(6)} s  ${text}`);
const rankOf = (number: number) => RANKS[number % RANKS.length]!;

/** The queries of each kind, by their number. */
const KINDS: Record<string, (number: number) => string> = {
  'one word': (number) => `${wordOf(rankOf(number))} `,
  'two words': (number) => `${wordOf(rankOf(number))} ${wordOf(rankOf(number * 7 + 3))}`,
  'beginning of 2 letters': (number) => wordOf(rankOf(number)).slice(0, 2),
  'beginning of 4 letters': (number) => wordOf(rankOf(number)).slice(0, 4),
  'no such word': (number) => `zzz${number}`,
  'one wrong letter': (number) => `${wordOf(rankOf(number)).slice(0, -1)}x`,
};

function quantile(times: readonly number[], share: number): string {
  return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)]!.toFixed(1);
}

async function measure(name: string, users: readonly string[]): Promise<void> {
  for (const [kind, queryOf] of Object.entries(KINDS)) {
    const times: number[] = [];
    for (let number = 0; number < SEARCHES; number += 1) {
      const userId = users[number % users.length]!;
      const begin = performance.now();
      await findMessages({ userId, query: queryOf(number) });
      times.push(performance.now() - begin);
    }
    const row = [name, kind, quantile(times, 0.5), quantile(times, 0.95), quantile(times, 1)];
    console.log(`| ${row.join(' | ')} |`);
  }
  const times: number[] = [];
  for (let number = 0; number < SEARCHES; number += 1) {
    const begin = performance.now();
    await findMessages({ userId: users[number % users.length]!, query: '', filters: { role: 'me' } });
    times.push(performance.now() - begin);
  }
  const row = [name, 'newest 20', quantile(times, 0.5), quantile(times, 0.95), quantile(times, 1)];
  console.log(`| ${row.join(' | ')} |`);
}

/** Indexes what waits, until `minutes` after the start. @returns seconds */
async function indexAll(): Promise<number> {
  const begin = Date.now();
  const left = Number(options.minutes) * 60_000 - (Date.now() - startedAt);
  await updateIndex(AbortSignal.timeout(Math.max(left, 1000)));
  return (Date.now() - begin) / 1000;
}

/** Waits until the server has written what the index left in its memory, five minutes at most. */
async function atRest(): Promise<void> {
  const names = ['Innodb_buffer_pool_pages_dirty', 'Innodb_history_list_length'];
  for (const end = Date.now() + 300_000; Date.now() < end; await sleep(1000)) {
    const rows = await selectRows<{ Value: string }>(
      AUTOCOMMIT,
      'SHOW GLOBAL STATUS WHERE Variable_name IN (?)',
      [names],
    );
    if (rows.every(({ Value }) => Number(Value) < 1000)) break;
  }
  say('the server is at rest');
}

const base = path.join(ROOT, '.data/bench-search');
rmSync(base, { recursive: true, force: true });
const services = await startServices({
  base,
  bufferPool: BUFFER_POOL,
  serverOptions: [
    '--innodb-log-file-size=1G',
    '--innodb-flush-log-at-trx-commit=2',
    '--innodb-io-capacity=2000',
  ],
});
try {
  connectDatabase(services.mariadb.url(), { size: 4 });
  await migrator().up();
  const messages = Number(options.messages);
  const users = Array.from({ length: USERS }, () => newId());
  await seedMessages({ messages, users, heavy: messages * HEAVY_SHARE });
  say(`${messages} messages`);
  const took = await indexAll();
  const done = await selectCount(AUTOCOMMIT, 'SELECT COUNT(*) FROM search_documents');
  const tokens = await selectCount(AUTOCOMMIT, 'SELECT COUNT(*) FROM search_tokens');
  say(
    `${done} indexed, ${((took * 1000) / done).toFixed(2)} ms a message, ${(tokens / done).toFixed(1)} tokens each`,
  );
  await change(AUTOCOMMIT, 'ANALYZE TABLE search_tokens, search_documents, messages');
  for (const { name, bytes } of await selectRows<{ name: string; bytes: string }>(AUTOCOMMIT, SIZES))
    say(
      `${name}: ${(Number(bytes) / 1e6).toFixed(0)} MB, ${(Number(bytes) / done).toFixed(0)} bytes a message`,
    );
  await atRest();
  console.log('| account | search | p50 ms | p95 ms | max ms |\n|---|---|---:|---:|---:|');
  await measure(`${Math.round(messages * HEAVY_SHARE)} messages`, users.slice(0, 1));
  await measure(`${Math.round((messages * (1 - HEAVY_SHARE)) / (USERS - 1))} messages`, users.slice(1));
  const begin = Date.now();
  const differences = await repairIndex(null, AbortSignal.timeout(300_000));
  say(`compared all in ${((Date.now() - begin) / 1000).toFixed(1)} s, ${differences} differences`);
  const one = users[1]!;
  while ((await eraseIndex(one, 10_000)) > 0);
  await repairIndex(one, AbortSignal.timeout(300_000));
  say(`index of one account built anew in ${(await indexAll()).toFixed(1)} s`);
} finally {
  await closeDatabase();
  await services.stop();
  rmSync(base, { recursive: true, force: true });
}
