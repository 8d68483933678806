import { afterEach, describe, expect, it, vi } from 'vitest';
import { isAway } from '#app/core/platform/passing-error.ts';
import { ConnectionPool, POOL_DEFAULTS } from '#db/client.ts';
import { send } from '#db/send.ts';
import { change, selectRow } from '#db/sql.ts';
import { AUTOCOMMIT, transaction, type Tx } from '#db/transaction.ts';

const pools: ConnectionPool[] = [];
function openPool(size: number, url = process.env.DATABASE_URL!): ConnectionPool {
  const pool = new ConnectionPool(url, { ...POOL_DEFAULTS, size });
  pools.push(pool);
  return pool;
}
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

const connectionOf = async (tx: Tx) =>
  (await selectRow<{ id: number }>(tx, 'SELECT CONNECTION_ID() AS id'))!.id;

describe('the pool of connections', () => {
  it('prepares the session of each connection once', async () => {
    const pool = openPool(1);
    const connection = await pool.borrow();
    const [[row]] = (await send(connection, 'SELECT @@sql_mode AS mode, @@time_zone AS zone')) as [[object]];
    expect(row).toEqual({ mode: 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION', zone: '+00:00' });
    const [[isolation]] = (await send(connection, "SHOW VARIABLES LIKE 't%isolation'")) as [[object]];
    expect(isolation).toMatchObject({ Value: 'READ-COMMITTED' });
    pool.release(connection);
    const query = vi.spyOn(connection, 'query');
    const again = await pool.borrow();
    expect(again).toBe(connection);
    expect(query).not.toHaveBeenCalled();
    pool.release(again);
  });

  it('reports the database as away if no connection is free in time, and serves the next caller', async () => {
    const pool = openPool(1);
    const held = await pool.borrow();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const refused = pool.borrow().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    const error = await refused;
    expect(error).toMatchObject({ code: 'DATABASE_UNAVAILABLE', message: expect.stringContaining('10 s') });
    expect(isAway(error)).toBe(true);
    vi.useRealTimers();
    const next = pool.borrow();
    pool.release(held);
    pool.release(await next);
  });

  it('reports it if none can be made', async () => {
    const error = await openPool(1, 'mysql://root@127.0.0.1:1/nowhere')
      .borrow()
      .catch((refused: unknown) => refused);
    expect(error).toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    expect(isAway(error)).toBe(true);
  });

  it('waits for open work before it closes, and hands out no more connections', async () => {
    const pool = openPool(2);
    const connection = await pool.borrow();
    const closing = pool.close();
    await expect(pool.borrow()).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    expect(await send(connection, 'SELECT 1 AS one')).toEqual([[{ one: 1 }]]);
    pool.release(connection);
    await closing;
  });
});

describe('a lost connection', () => {
  it.each(['while a statement runs', 'between two statements'])(
    'fails its transaction as away, and no other: %s',
    async (when) => {
      const outcome = transaction(async (tx) => {
        const id = await connectionOf(tx);
        if (when === 'while a statement runs') {
          const sleeping = selectRow(tx, 'SELECT SLEEP(60)');
          // It may fail before the answer to KILL arrives.
          sleeping.catch(() => undefined);
          const isSleeping = () =>
            selectRow(
              AUTOCOMMIT,
              'SELECT 1 FROM information_schema.processlist WHERE id = ? AND info LIKE ?',
              [id, 'SELECT SLEEP%'],
            );
          await expect.poll(isSleeping).toBeDefined();
          await change(AUTOCOMMIT, 'KILL ?', [id]);
          return sleeping;
        }
        await change(AUTOCOMMIT, 'KILL ?', [id]);
        return selectRow(tx, 'SELECT 1');
      });
      expect(isAway(await outcome.catch((error: unknown) => error))).toBe(true);
      expect(await connectionOf(AUTOCOMMIT)).toBeGreaterThan(0);
    },
  );
});

it('counts changed rows, not matched ones', async () => {
  await change(AUTOCOMMIT, "INSERT INTO schema_migrations (name) VALUES ('counted')");
  const rename = (name: string) =>
    change(AUTOCOMMIT, "UPDATE schema_migrations SET name = ? WHERE name = 'counted'", [name]);
  expect(await rename('counted')).toBe(0);
  expect(await change(AUTOCOMMIT, "DELETE FROM schema_migrations WHERE name = 'counted'")).toBe(1);
});
