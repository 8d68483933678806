import { rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeDatabase } from '#db/client.ts';
import { startMariaDb } from '#scripts/services/mariadb.mjs';
import { newTestRun } from '#scripts/testing/test-runs.mjs';
import { createModel } from '#tests/factories/create-model.ts';
import { emptyTables, openDatabase } from '#tests/setup/database.ts';
import { TEST_ENVIRONMENT } from '#tests/setup/environment.ts';
import { UNSERVED } from '#tests/setup/unserved-model.ts';
import { createRandom, type Random } from '../random.ts';
import { expectLedgerAgrees, expectStored } from './expect-stored.ts';
import {
  ask,
  BAD_PROVIDER,
  fiftyCallers,
  planOf,
  type Answer,
  type Caller,
  type Malformed,
  type Verdict,
} from './callers.ts';
import { startCommitProxy, type CommitProxy, type Moment } from './commit-proxy.ts';

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? '3');
const SEED = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);
const MOMENTS: Moment[] = ['before', 'inside', 'after'];
const DATABASE = 'parlance_commit';
/** How the malformed caller is told. */
const REFUSALS = {
  text: { code: 'invalid_request', status: 400, param: 'text' },
  row: { code: 'ER_DATA_TOO_LONG' },
} as const satisfies Record<Malformed, object>;

let base: string;
let mariadb: Awaited<ReturnType<typeof startMariaDb>>;
let proxy: CommitProxy;

// A database of this file's own: it dies in every test, and nobody else may be near.
beforeAll(async () => {
  console.log(`seed ${SEED} (repeat with FAULT_SEED=${SEED})`);
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
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * How many sends a transaction stores. One with the bad row stores none: the COMMIT that comes with it is never reached,
 * so nothing can die at it.
 */
function sendsIn(statements: string[]): number {
  const said = statements.join('');
  return said.includes(BAD_PROVIDER) ? 0 : said.split("'queued'").length - 1;
}

interface Play {
  callers: Caller[];
  answers: Answer[];
}

/** All 50 ask at one moment, with their plans made; `fault` begins at the same moment. */
async function play(malformed: Malformed, fault: () => Promise<void>): Promise<Play> {
  const callers = await fiftyCallers(malformed);
  const plans = callers.map(planOf);
  await Promise.allSettled(plans);
  const recovered = fault().then(() => mariadb.process.start());
  const answers = await Promise.all(callers.map((caller, index) => ask(caller, plans[index]!)));
  await recovered;
  return { callers, answers };
}

async function expectEachTheirOwn({ callers, answers }: Play, refusal: unknown): Promise<void> {
  callers.forEach((caller, index) => {
    expect(possibleVerdicts(caller, { callers, answers }), `caller ${index}`).toContain(
      answers[index]!.verdict,
    );
  });
  expect(answers.find(({ verdict }) => verdict === 'malformed')?.error).toMatchObject(refusal as object);
  await expectStored(callers, answers);
  await expectLedgerAgrees();
}

const poorOf = ({ answers }: Play) => answers.filter(({ verdict }) => verdict === 'poor');

/**
 * What a caller may be told. Where one of those who compete with it for the same send or the same money came back, because
 * the database was away for too long, the order of arrival is another: then any of them may be first. That seven are poor
 * and forty sends are stored holds all the same.
 */
function possibleVerdicts(caller: Caller, { callers, answers }: Play): Verdict[] {
  if (caller.expected === 'malformed') return ['malformed'];
  const rivals = answers.filter((_, index) => isRival(callers[index]!, caller, callers));
  if (rivals.every(({ returns }) => returns === 0)) return [caller.expected];
  return isTight(caller, callers) ? ['runs', 'repeated', 'poor'] : ['runs', 'repeated'];
}

/** Whether it is the caller itself, sends the same message, or shares its tight account. */
function isRival(other: Caller, caller: Caller, callers: Caller[]): boolean {
  if (other === caller) return true;
  if (other.userId !== caller.userId) return false;
  return (
    isTight(caller, callers) ||
    (caller.clientMessageId !== null && other.clientMessageId === caller.clientMessageId)
  );
}

function isTight({ userId }: Caller, callers: Caller[]): boolean {
  return callers.some((other) => other.userId === userId && other.expected === 'poor');
}

/** Kills at the COMMIT that follows `skip` others of this round's sends. */
async function killAtCommit(moment: Moment, skip: number, random: Random): Promise<void> {
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
}

describe.each(Array.from({ length: ROUNDS }, (_, index) => index + 1))(
  '50 callers of a batch, round %i',
  (round) => {
    const random = createRandom(SEED + round * 7919);

    it.each(MOMENTS)('get each their own answer when the database dies %s its COMMIT', async (moment) => {
      const played = await play('text', () => killAtCommit(moment, 0, random));
      expect(poorOf(played)).toHaveLength(7);
      await expectEachTheirOwn(played, REFUSALS.text);
    });

    // The bad row fails the shared transaction, so that each send is committed alone.
    it.each(MOMENTS)('and when it dies %s one of the COMMITs after a bad row', async (moment) => {
      const played = await play('row', () => killAtCommit(moment, random.whole(0, 38), random));
      expect(poorOf(played)).toHaveLength(7);
      await expectEachTheirOwn(played, REFUSALS.row);
    });

    it('and when it dies at any moment', async () => {
      const malformed = random.pick(['text', 'row'] as const);
      const played = await play(malformed, async () => {
        await pause(random.whole(0, 80));
        await kill();
      });
      expect(poorOf(played)).toHaveLength(7);
      await expectEachTheirOwn(played, REFUSALS[malformed]);
    });
  },
);
