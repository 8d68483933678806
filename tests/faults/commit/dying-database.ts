import { rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { closeDatabase } from '#db/client.ts';
import { startMariaDb } from '#scripts/services/mariadb.mjs';
import { newTestRun } from '#scripts/testing/test-runs.mjs';
import { createModel } from '#tests/factories/create-model.ts';
import { emptyTables, openDatabase } from '#tests/setup/database.ts';
import { TEST_ENVIRONMENT } from '#tests/setup/environment.ts';
import { UNSERVED } from '#tests/setup/unserved-model.ts';
import type { Random } from '../random.ts';
import {
  ask,
  BAD_PROVIDER,
  fiftyCallers,
  planOf,
  type Answer,
  type Caller,
  type Malformed,
} from './callers.ts';
import { startCommitProxy, type CommitProxy, type Moment } from './commit-proxy.ts';

const DATABASE = 'parlance_commit';

/** 50 callers, and the answer of each. */
export interface Play {
  callers: Caller[];
  answers: Answer[];
}

/**
 * A database for one test file, behind a proxy: it dies in every test. Each test begins with empty tables.
 */
export function useDyingDatabase() {
  let base: string;
  let mariadb: Awaited<ReturnType<typeof startMariaDb>>;
  let proxy: CommitProxy;

  beforeAll(async () => {
    base = await newTestRun();
    mariadb = await startMariaDb({ base, bufferPool: '96M' });
    proxy = await startCommitProxy(mariadb.port);
    const url = mariadb.url('').replace(`:${mariadb.port}/`, `:${proxy.port}/`);
    Object.assign(process.env, TEST_ENVIRONMENT, {
      DATABASE_URL: `${url}${DATABASE}`,
      REDIS_URL: 'redis://127.0.0.1:1/0',
      ...UNSERVED,
    });
    await openDatabase(url, DATABASE);
  });
  afterAll(async () => {
    await closeDatabase();
    await proxy.close();
    await mariadb.process.stop();
    rmSync(base, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await emptyTables();
    await createModel();
  });

  const kill = () => mariadb.process.kill('SIGKILL');
  return {
    kill,

    /** All 50 call at one moment, with their plans made; `fault` begins at the same moment. */
    async play(malformed: Malformed, fault: () => Promise<void>): Promise<Play> {
      const callers = await fiftyCallers(malformed);
      const plans = callers.map(planOf);
      await Promise.allSettled(plans);
      const recovered = fault().then(() => mariadb.process.start());
      const answers = await Promise.all(callers.map((caller, index) => ask(caller, plans[index]!)));
      await recovered;
      return { callers, answers };
    },

    /** Kills at the COMMIT after `skip` others of this round's sends. */
    async killAtCommit(moment: Moment, skip: number, random: Random): Promise<void> {
      let commits = 0;
      let size = 0;
      await proxy.killAt({
        moment,
        delayMs: random.whole(0, 3),
        matches(statements) {
          size = sendsIn(statements);
          commits += size > 0 ? 1 : 0;
          return size > 0 && commits > skip;
        },
        kill,
      });
      console.log(`the database died ${moment} COMMIT ${commits}, which was for ${size} sends`);
    },
  };
}

/**
 * The number of sends that a transaction stores. One with the bad row stores none: its COMMIT is never
 * reached, so the database cannot die at it.
 */
function sendsIn(statements: string[]): number {
  const said = statements.join('');
  return said.includes(BAD_PROVIDER) ? 0 : said.split("'queued'").length - 1;
}
