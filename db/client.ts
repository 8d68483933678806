import mysql2, { type Connection } from 'mysql2';
import { Sequelize } from 'sequelize';
import { initModels } from './models/init.ts';
import { CONNECTION_OPTIONS, ConnectionPool, POOL_DEFAULTS, session, type PoolOptions } from './pool.ts';

/** Connections of models: they read and write single rows, beside what goes through the pool. */
const MODEL_CONNECTIONS = 5;

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
