import mysql2, { createPool, type Connection, type Pool, type PoolConnection } from 'mysql2';
import { Sequelize } from 'sequelize';
import { initAccountModels } from './models/accounts.ts';
import { initConversationModels } from './models/conversations.ts';
import { send } from './send.ts';

/** Max connections of the models, which read single rows beside the main pool. */
const MODEL_CONNECTIONS = 5;

const IDLE_MS = 30_000;

/** Further callers that wait for a connection are refused at once. */
const MAX_WAITING = 10_000;

/** Options that money and ids depend on. */
const CONNECTION_OPTIONS = {
  charset: 'utf8mb4',
  // BIGINT columns arrive as text and become `bigint`: a JavaScript number would lose micro-dollars.
  supportBigNumbers: true,
  bigNumberStrings: true,
  dateStrings: ['DATE' as const],
  connectTimeout: 10_000,
  // Statements of a transaction are sent together (unit-of-work.ts); values are always escaped (sql.ts).
  multipleStatements: true,
};

/**
 * The session settings of a connection. READ COMMITTED: rows are locked one by one, without gaps, so that
 * transactions on neighboring rows do not wait for each other. Strict mode whatever the server's own mode is:
 * a value that does not fit is an error and is not changed. GROUP_CONCAT up to a megabyte, which is MariaDB's
 * default and not MySQL's. A statement that cannot get its row locks fails soon, so that others in the same
 * transaction need not wait with it. Sent once per connection instead of once per transaction.
 * @param lockWait seconds; 1 is MySQL's min
 */
const session = (lockWait: number) =>
  `SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED; SET SESSION time_zone = '+00:00', sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION', group_concat_max_len = 1048576, innodb_lock_wait_timeout = ${lockWait}`;

interface PoolOptions {
  /** Max connections. */
  size: number;
  /** Seconds for which a statement waits for a row lock. */
  lockWait: number;
  /** Milliseconds to wait for a connection. */
  acquireMs: number;
}

/** Callers that wait for an answer wait no longer than this. */
export const POOL_DEFAULTS: PoolOptions = { size: 20, lockWait: 1, acquireMs: 10_000 };

/** No connection became available in time, or none could be opened: no statement was sent to the database. */
export class DatabaseUnavailable extends Error {
  readonly code = 'DATABASE_UNAVAILABLE';
}

/** The connections of a process, opened on demand and closed when idle for 30 s. */
export class ConnectionPool {
  readonly #pool: Pool;
  readonly #session: string;
  /** Connections whose session settings are applied. */
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
      // Affected rows are those that were changed, not those that matched: compare-and-set needs this.
      flags: ['-FOUND_ROWS'],
      connectionLimit: size,
      queueLimit: MAX_WAITING,
      idleTimeout: IDLE_MS,
      // mysql2 only closes idle connections if `maxIdle` is less than the limit.
      maxIdle: Math.max(size - 1, 1),
      gracefulEnd: true,
    });
  }

  /**
   * Reserves a connection; return it with `release` or `discard`.
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

  /**
   * Returns a connection after its transaction has ended; one that broke meanwhile has already left the pool.
   */
  release(connection: PoolConnection): void {
    connection.release();
    this.#giveBack();
  }

  /** Closes a connection in an unknown state. */
  discard(connection: PoolConnection): void {
    connection.destroy();
    this.#giveBack();
  }

  /** Waits for borrowed connections and closes all of them. */
  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#borrowers > 0) await new Promise<void>((resolve) => (this.#onAllBack = resolve));
    // An error here means that a connection was already lost.
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
 * Opens the pool of this process, and a small one for models. Connections are opened on demand.
 * @param url mysql://user:password@host:port/name
 */
export function connectDatabase(url: string, options: Partial<PoolOptions> = {}): void {
  const whole = { ...POOL_DEFAULTS, ...options };
  current = { pool: new ConnectionPool(url, whole), models: openModels(url, whole) };
}

function openModels(url: string, { lockWait, acquireMs: acquire }: PoolOptions): Sequelize {
  const sequelize = new Sequelize(url, {
    dialect: 'mysql',
    // Sequelize would load the driver by name from node_modules; the build has both in one file.
    dialectModule: mysql2,
    // mysql2's own type conversion is correct; Sequelize's takes extra time for each date.
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

/** Closes the pools after waiting for running statements and transactions. */
export async function closeDatabase(): Promise<void> {
  const closing = current;
  current = undefined;
  await Promise.all([closing?.pool.close(), closing?.models.close()]);
}

/**
 * Binds every model to a connection. The ledger and the generations have no models: their statements are
 * written by hand.
 */
function initModels(sequelize: Sequelize): void {
  initAccountModels(sequelize);
  initConversationModels(sequelize);
}
