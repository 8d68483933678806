import { selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import type { ScaleSize } from '../size.ts';
import { seedCalls } from './calls.ts';
import { seedConversations, seedGenerations } from './generations.ts';
import { dropIndexes } from './indexes.ts';
import { seedLedger } from './ledger.ts';
import { seedModels } from './models.ts';
import { seedPeople } from './people.ts';
import { seedOfferHours, seedRollUps } from './roll-ups.ts';
import { runAll, type SeedContext } from './run.ts';

const DAY_MS = 86_400_000;

/**
 * Fills a migrated, unused database: users with keys, calls with all the rows of a settle and the roll-ups.
 * The database generates everything from a few tables of numbers, which are dropped in the end. For MariaDB
 * only.
 * @param say reports progress
 */
export async function seedScale(
  size: ScaleSize,
  { passwordHash, say }: { passwordHash: string; say: (what: string) => void },
): Promise<void> {
  // To the second: ids and columns store milliseconds, and the database's clock is used.
  const [clock] = await selectRows<{ now: string }>(AUTOCOMMIT, 'SELECT UNIX_TIMESTAMP() AS now');
  const until = Number(clock!.now) * 1000;
  const context: SeedContext = { ...size, passwordHash, until, from: until - size.days * DAY_MS };
  const step = async (what: string, work: () => Promise<void>) => {
    await work();
    say(what);
  };
  await step('people', () => seedPeople(context));
  await step('models', () => seedModels(context));
  await step('calls drawn', () => seedCalls(context));
  await step('conversations', () => bulk(['conversations'], () => seedConversations()));
  await step('sums by hour of offers', () => seedOfferHours(context));
  const money = async () => {
    await step('ledger', () => bulk(['ledger_entries'], () => seedLedger(context)));
    await step('roll-ups', () => bulk(['usage_figures'], () => seedRollUps(context)));
  };
  await Promise.all([
    money(),
    step('generations', () => bulk(['generations'], () => seedGenerations(context))),
  ]);
  await step('scratch tables are gone', dropScratch);
  await step('statistics', () =>
    runAll([
      'ANALYZE TABLE generations, ledger_entries, usage_series, usage_figures, usage_ranks, offer_hours',
    ]),
  );
}

/** Writes to tables while they have no indexes. */
async function bulk(tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const builds = [];
  for (const table of tables) builds.push(await dropIndexes(table));
  await work();
  for (const build of builds) await build();
}

async function dropScratch(): Promise<void> {
  const tables = await selectRows<{ name: string }>(
    AUTOCOMMIT,
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = DATABASE() AND table_name LIKE 'seed\\_%'`,
  );
  for (const { name } of tables) await runAll([`DROP TABLE \`${name}\``]);
}
