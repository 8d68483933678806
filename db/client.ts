import mysql2, { createPool, type Connection, type Pool, type PoolConnection } from 'mysql2';
import { Sequelize } from 'sequelize';
import { initAccountModels } from './models/accounts.ts';
import { initConversationModels } from './models/conversations.ts';
import { send } from './send.ts';

/** Connections of models: they read and write single rows, beside what goes through the pool. */
const MODEL_CONNECTIONS = 5;

const IDLE_MS = 30_000;

/** More than so many waiting at a time are refused at once. */
const MAX_WAITING = 10_000;

/** Settings that money and ids depend on. */
const CONNECTION_OPTIONS = {
  charset: 'utf8mb4',
  // BIGINT columns arrive as text and become `bigint`: a JavaScript number would lose micro-dollars.
  supportBigNumbers: true,
  bigNumberStrings: true,
  dateStrings: ['DATE' as const],
  connectTimeout: 10_000,
  // Statements of a transaction travel together (unit-of-work.ts); values never stand in one unescaped (sql.ts).
  multipleStatements: true,
};

/**
 * READ COMMITTED for all that a connection does: rows are locked one by one, without gaps, so that neighbours do not
 * wait for each other. Strict whatever the server's own mode is: a value that does not fit is an error and not another
 * value. Texts of a group are strung together up to a megabyte, as MariaDB does by itself and MySQL does not. A statement
 * that is kept from its rows fails soon, so that those which share its transaction need not wait with it. Said once a
 * connection and not once a transaction.
 * @param lockWait seconds; 1 is the least that MySQL knows
 */
const session = (lockWait: number) =>
  `SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED; SET SESSION time_zone = '+00:00', sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION', group_concat_max_len = 1048576, innodb_lock_wait_timeout = ${lockWait}`;

interface PoolOptions {
  /** Most connections at a time. */
  size: number;
  /** Seconds for which a statement waits for a row. */
  lockWait: number;
  /** Milliseconds for which a connection is waited for. */
  acquireMs: number;
}

/** A caller that waits for an answer waits no longer than this. */
export const POOL_DEFAULTS: PoolOptions = { size: 20, lockWait: 1, acquireMs: 10_000 };

/** No connection could be had in time, or none be made: nothing was said to the database. */
export class DatabaseUnavailable extends Error {
  readonly code = 'DATABASE_UNAVAILABLE';
}

/** The connections of a process, made when first needed and closed when idle for 30 s. */
export class ConnectionPool {
  readonly #pool: Pool;
  readonly #session: string;
  /** Connections whose session is as `session` says. */
  readonly #prepared = new WeakSet<PoolConnection>();
  #borrowers = 0;
  #isClosing = false;
  #onAllBack: (() => void) | undefined;

  readonly #acquireMs: number;

  /** @param url mysql://user:password@host:port/name */
  constructor(url: string, { size, lockWait, acquireMs }: PoolOptions = POOL_DEFAULTS) {
    this.#session = session(lockWait);
    this.#acquireMs = acquireMs;
    this.#pool = createPool({
      ...CONNECTION_OPTIONS,
      uri: url,
      timezone: 'Z',
      // A compare-and-set is told how many rows were changed, not how many were found.
      flags: ['-FOUND_ROWS'],
      connectionLimit: size,
      queueLimit: MAX_WAITING,
      idleTimeout: IDLE_MS,
      // Idle ones are looked for only where fewer may be idle than there may be.
      maxIdle: Math.max(size - 1, 1),
      gracefulEnd: true,
    });
  }

  /**
   * A connection for oneself alone, to be given back by `release` or `discard`.
   * @throws DatabaseUnavailable
   */
  async borrow(): Promise<PoolConnection> {
    if (this.#isClosing) throw new DatabaseUnavailable('The pool of connections is closed');
    this.#borrowers += 1;
    try {
      const connection = await this.#acquire();
      if (!this.#prepared.has(connection)) await this.#prepare(connection);
      return connection;
    } catch (cause) {
      this.#giveBack();
      if (cause instanceof DatabaseUnavailable) throw cause;
      throw new DatabaseUnavailable('No connection to the database', { cause });
    }
  }

  /** Gives a connection back whose transaction has ended; one that broke meanwhile is no longer of the pool. */
  release(connection: PoolConnection): void {
    connection.release();
    this.#giveBack();
  }

  /** Closes a connection of which nobody knows what it is in the middle of. */
  discard(connection: PoolConnection): void {
    connection.destroy();
    this.#giveBack();
  }

  /** Waits for what is under way and closes all connections. */
  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#borrowers > 0) await new Promise<void>((resolve) => (this.#onAllBack = resolve));
    // Its error is that a connection was lost already.
    await new Promise<void>((resolve) => this.#pool.end(() => resolve()));
  }

  #acquire(): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        reject(new DatabaseUnavailable(`No connection to the database within ${this.#acquireMs / 1000} s`));
      }, this.#acquireMs);
      this.#pool.getConnection((error, connection) => {
        clearTimeout(timer);
        if (error) reject(error);
        else if (isLate) connection.release();
        else resolve(connection);
      });
    });
  }

  async #prepare(connection: PoolConnection): Promise<void> {
    try {
      await send(connection, this.#session);
      this.#prepared.add(connection);
    } catch (error) {
      connection.destroy();
      throw error;
    }
  }

  #giveBack(): void {
    this.#borrowers -= 1;
    if (this.#borrowers === 0) this.#onAllBack?.();
  }
}

let current: { pool: ConnectionPool; models: Sequelize } | undefined;

/**
 * Opens the pool of this process, and a small one for models. Connections are made when first needed.
 * @param url mysql://user:password@host:port/name
 */
export function connectDatabase(url: string, options: Partial<PoolOptions> = {}): void {
  const whole = { ...POOL_DEFAULTS, ...options };
  current = { pool: new ConnectionPool(url, whole), models: openModels(url, whole) };
}

function openModels(url: string, { lockWait, acquireMs: acquire }: PoolOptions): Sequelize {
  const sequelize = new Sequelize(url, {
    dialect: 'mysql',
    // Sequelize would look for it by its name, beside itself; the build has both in one file.
    dialectModule: mysql2,
    // What mysql2 makes of columns by itself is right; Sequelize's own reading takes a moment for each date.
    dialectOptions: { ...CONNECTION_OPTIONS, typeCast: true },
    timezone: '+00:00',
    logging: false,
    pool: { max: MODEL_CONNECTIONS, min: 0, idle: 30_000, acquire },
    define: { underscored: true, timestamps: false },
    hooks: { afterConnect: (connection) => prepareSession(connection, lockWait) },
  });
  initModels(sequelize);
  return sequelize;
}

function prepareSession(connection: unknown, lockWait: number): Promise<void> {
  return new Promise((resolve, reject) => {
    (connection as Connection).query(session(lockWait), (error) => (error ? reject(error) : resolve()));
  });
}

/** The pool opened by `connectDatabase`. */
export function connectionPool(): ConnectionPool {
  if (!current) throw new Error('connectDatabase() has not been called in this process');
  return current.pool;
}

/** Closes the pools; waits for statements and transactions under way. */
export async function closeDatabase(): Promise<void> {
  const closing = current;
  current = undefined;
  await Promise.all([closing?.pool.close(), closing?.models.close()]);
}

/** Binds every model to a connection. The ledger and the generations have none: their statements are written by hand. */
function initModels(sequelize: Sequelize): void {
  initAccountModels(sequelize);
  initConversationModels(sequelize);
}
