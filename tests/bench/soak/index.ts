// npm run bench:soak [-- --minutes=60] [--rate=2]: calls of every kind at a steady pace for a long time.
// Prints the memory of each process, and the growth of database, Redis and logs per thousand calls; exits
// with 1 if a call failed or a balance is not the sum of its ledger.
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { startApplication } from '#tests/setup/start-application.ts';
import { makeKey, signUp } from '#tests/fixtures/sign-up.ts';
import { createCaller } from './caller.ts';
import { sizesOf, tableOfSizes, type Sample } from './sizes.ts';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    /** Calls per second. */
    rate: { type: 'string', default: '2' },
  },
});
const MINUTES = Number(options.minutes);
const PAUSE_MS = 1000 / Number(options.rate);
/** Samples in all: every ten minutes of an hour. */
const SAMPLES = 6;
const PEOPLE = 5;

const application = await startApplication({
  env: { LOG_LEVEL: 'info', SIGNUP_CREDIT: '1000000000', RUN_LEASE_MS: '15000' },
});
const database = await mysql.createConnection(application.databaseUrl);
try {
  const callers = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, person) => {
      const email = `person-${person}@example.test`;
      const token = await signUp(application.url, email);
      return createCaller(application.url, { email, key: await makeKey(application.url, token) });
    }),
  );
  const begunAt = performance.now();
  const failed: string[] = [];
  const open = new Set<Promise<void>>();
  let calls = 0;
  const callFor = async (ms: number) => {
    for (const end = performance.now() + ms; performance.now() < end; await sleep(PAUSE_MS)) {
      const caller = callers[calls % PEOPLE]!;
      const call = caller(calls).catch((error: Error) => void failed.push(error.message));
      calls += 1;
      open.add(call);
      void call.then(() => open.delete(call));
    }
  };
  const take = async (): Promise<Sample> => ({
    minutes: (performance.now() - begunAt) / 60_000,
    calls,
    ...(await sizesOf(application, database)),
  });
  // Processes grow at first: later samples are compared with this one.
  await callFor((MINUTES * 60_000) / SAMPLES / 10);
  const samples = [await take()];
  for (let number = 0; number < SAMPLES; number += 1) {
    await callFor((MINUTES * 60_000) / SAMPLES);
    samples.push(await take());
    console.error(`${Math.round(samples.at(-1)!.minutes)} minutes, ${calls} calls, ${failed.length} failed`);
  }
  await Promise.all(open);
  console.log(`${os.cpus().length} cores, Node ${process.version}; ${calls} calls in ${MINUTES} minutes\n`);
  console.log(tableOfSizes(samples));
  const unsound = await countUnsound(database);
  console.log(`\nfailed: ${failed.length}; accounts whose balance is not their ledger: ${unsound}`);
  for (const message of failed.slice(0, 10)) console.log(`  ${message}`);
  if (failed.length + unsound > 0) process.exitCode = 1;
} finally {
  await database.end();
  await application.stop();
}

async function countUnsound(connection: Connection): Promise<number> {
  const [[row]] = await connection.query<({ n: string } & RowDataPacket)[]>(
    `SELECT COUNT(*) AS n FROM accounts a WHERE balance_micro <>
       (SELECT COALESCE(SUM(amount_micro), 0) FROM ledger_entries e WHERE e.account_id = a.id)`,
  );
  return Number(row!.n);
}
