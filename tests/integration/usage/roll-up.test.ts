import mysql from 'mysql2/promise';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#app/core/platform/ids.ts';
import { findLateRows, rollUp } from '#app/core/usage/roll-up.ts';
import { readState } from '#app/core/usage/usage-state.ts';
import { change, selectRow, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';
import { drawing } from '#tests/fixtures/drawing.ts';
import { insertSettled, rollUpRest, sumsOfRows, sumsStored } from '#tests/fixtures/settled-calls.ts';
import { emptyTables } from '#tests/setup/database.ts';
import { IS_FULL, sizeFrom } from '#tests/setup/suite.ts';

const HOUR_MS = 3_600_000;
const users = Array.from({ length: 30 }, newId);
const keys = Array.from({ length: 40 }, newId);
const applications = Array.from({ length: 3 }, newId);
const people = { users, keys, applications };

const database = new URL(process.env.DATABASE_URL!).pathname.slice(1);
const outside: mysql.Connection[] = [];
async function connectOutside(): Promise<mysql.Connection> {
  const connection = await mysql.createConnection(process.env.DATABASE_URL!);
  outside.push(connection);
  await connection.query(`SET time_zone = '+00:00'`);
  return connection;
}

beforeEach(emptyTables);
afterAll(() => Promise.all(outside.map((connection) => connection.end())));

/** Calls that end between two roll-ups, and rows of one batch: every turn takes several of them. */
const CALLS_PER_TURN = sizeFrom('ROLL_UP_CALLS', { default: 100, full: 1000 });
const ROWS_PER_BATCH = CALLS_PER_TURN / 4;
const TURNS = 10;
/** The last roll-up, which is not disturbed, reports an error that is not a kill. */
const MAX_TRIES = 300;

/**
 * Other connections to this database that a test looks for. By SHOW: a SELECT from the same list makes a table on
 * disk each time, and MariaDB 10.11 has crashed while thousands of them were made in a row.
 */
async function connectionsOf(
  killer: mysql.Connection,
  isWanted: (id: number, statement: string) => boolean,
): Promise<number[]> {
  const [rows] = await killer.query<mysql.RowDataPacket[]>('SHOW FULL PROCESSLIST');
  return (rows as { Id: number; db: string | null; Info: string | null }[])
    .filter(({ Id, db, Info }) => db === database && Id !== killer.threadId && isWanted(Id, Info ?? ''))
    .map(({ Id }) => Id);
}

/**
 * Kills connections of a roll-up while it works, like a dying process. With more than `max` a slow machine
 * would never finish a batch.
 * @returns the number of kills
 */
async function killDuring(work: Promise<unknown>, killer: mysql.Connection, max: number): Promise<number> {
  const over = new AbortController();
  const killed: number[] = [];
  const killing = (async () => {
    while (!over.signal.aborted && killed.length < max) {
      for (const id of await connectionsOf(killer, (_id, statement) => statement.includes('usage_')))
        await killer.query(`KILL ${id}`).then(
          () => killed.push(id),
          () => undefined,
        );
    }
  })();
  await work;
  over.abort();
  await killing;
  // A killed connection that had just finished its work remains in the pool until its end arrives there: the
  // test must not use it.
  await expect.poll(() => connectionsOf(killer, (id) => killed.includes(id))).toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  return killed.length;
}

describe('roll-ups', () => {
  it('are equal to the rows after many calls, several concurrent roll-ups, and killed connections', async () => {
    const draw = drawing(20_261_124);
    const killer = await connectOutside();
    const roll = () => rollUp({ lagSeconds: 0, maxRows: ROWS_PER_BATCH }).catch(() => null);
    let kills = 0;
    for (let turn = 0; turn < TURNS; turn += 1) {
      // The last ones have only just ended, like recent calls.
      await insertSettled({ ...people, count: CALLS_PER_TURN, draw, within: turn === 0 ? 60 * HOUR_MS : 1 });
      kills += await killDuring(Promise.all([roll(), roll(), roll()]), killer, IS_FULL ? 8 : 2);
    }
    const rollAll = async () => {
      for (let tries = 0; tries < MAX_TRIES && (await roll())?.hasMore !== false; tries += 1);
    };
    kills += await killDuring(rollAll(), killer, IS_FULL ? 40 : 4);
    console.log(`${kills} connections were killed`);
    expect(kills).toBeGreaterThan(0);
    await rollUpRest();
    expect(await sumsStored()).toEqual(await sumsOfRows());
    expect(await findLateRows()).toBe(0);
  });

  it('store the all-time sums of each series', async () => {
    await insertSettled({ ...people, count: 500, draw: drawing(7), within: 50 * HOUR_MS });
    await rollUpRest(100);
    const wrong = await selectRows(
      AUTOCOMMIT,
      `SELECT s.id FROM usage_series s LEFT JOIN usage_figures f ON f.series_id = s.id AND f.grain = 'day'
       GROUP BY s.id, s.requests, s.cost_micro, s.first_at
       HAVING s.requests <> SUM(f.requests) OR s.cost_micro <> SUM(f.cost_micro) OR s.first_at <> MIN(f.at)`,
    );
    expect(wrong).toEqual([]);
  });

  it('keep the ranks equal to the figures', async () => {
    await insertSettled({ ...people, count: 500, draw: drawing(8), within: 50 * HOUR_MS });
    await rollUpRest(100);
    const ranks = (table: string) =>
      selectRows(AUTOCOMMIT, `SELECT scope, grain, at, series_id, t.requests, t.cost_micro ${table}`);
    const inOrder = 'ORDER BY 1, 2, 3, 4';
    expect(await ranks(`FROM usage_ranks t ${inOrder}`)).toEqual(
      await ranks(
        `FROM usage_figures t JOIN usage_series s ON s.id = t.series_id
         WHERE scope IN ('model', 'key', 'application') ${inOrder}`,
      ),
    );
  });

  it('wait for a settle that has closed its row and not yet committed', async () => {
    await insertSettled({ ...people, count: 2, draw: drawing(1), within: 60_000 });
    const [late] = await selectRows<{ id: string }>(AUTOCOMMIT, 'SELECT id FROM generations LIMIT 1');
    await change(AUTOCOMMIT, `UPDATE generations SET state = 'running', finished_at = NULL WHERE id = ?`, [
      late!.id,
    ]);
    const settle = await connectOutside();
    await settle.beginTransaction();
    await settle.query(`UPDATE generations SET state = 'done', finished_at = NOW(3) WHERE id = ?`, [
      late!.id,
    ]);
    await insertSettled({ ...people, count: 5, draw: drawing(2), within: 1 });
    const areOver = async () =>
      (await selectRow<{ over: number }>(
        AUTOCOMMIT,
        'SELECT MAX(finished_at) < NOW(3) AS `over` FROM generations',
      ))!.over;
    await expect.poll(areOver).toBe(1);
    const rolled = rollUp({ lagSeconds: 0 });
    await expect
      .poll(
        async () =>
          (
            await selectRows(
              AUTOCOMMIT,
              `SELECT id FROM information_schema.PROCESSLIST WHERE info LIKE '%LOCK IN SHARE MODE' AND id <> CONNECTION_ID()`,
            )
          ).length,
      )
      .toBe(1);
    expect(await sumsStored()).toEqual({});
    await settle.commit();
    expect(await rolled).toEqual({ rows: 7, hasMore: false });
    expect(await sumsStored()).toEqual(await sumsOfRows());
  });

  it('find a row that became visible after newer ones were counted', async () => {
    await insertSettled({ ...people, count: 20, draw: drawing(3), within: 60_000 });
    await rollUpRest();
    await insertSettled({ ...people, count: 1, draw: drawing(4), within: 1 });
    const { rolledUntil } = await readState(AUTOCOMMIT);
    await change(AUTOCOMMIT, `UPDATE generations SET finished_at = ? WHERE finished_at > ?`, [
      new Date(rolledUntil.getTime() - 5000),
      rolledUntil,
    ]);
    expect(await rollUp({ lagSeconds: 0 })).toMatchObject({ rows: 0 });
    expect(await sumsStored()).not.toEqual(await sumsOfRows());
    expect(await findLateRows()).toBeGreaterThan(0);
    expect(await sumsStored()).toEqual(await sumsOfRows());
    expect(await findLateRows()).toBe(0);
  });

  it('leave recently ended calls to the next turn', async () => {
    await insertSettled({ ...people, count: 3, draw: drawing(5), within: 1 });
    expect(await rollUp()).toEqual({ rows: 0, hasMore: false });
    const { lock } = (await selectRow<{ lock: string }>(
      AUTOCOMMIT,
      'SELECT @@GLOBAL.innodb_lock_wait_timeout AS `lock`',
    ))!;
    const { rolledUntil, now } = await readState(AUTOCOMMIT);
    expect(now.getTime() - rolledUntil.getTime()).toBeGreaterThan(Number(lock) * 1000);
  });
});
