import mysql2, { type Connection } from 'mysql2';
import { Sequelize } from 'sequelize';
import { initModels } from './models/init.ts';
import { sendTogether } from './send-together.ts';

let current: Sequelize | undefined;

/** Settings that money and ids depend on; the same for the application, the migrations and the tests. */
const DIALECT_OPTIONS = {
  charset: 'utf8mb4',
  // BIGINT columns arrive as text and become `bigint`: a JavaScript number would lose micro-dollars.
  supportBigNumbers: true,
  bigNumberStrings: true,
  // What mysql2 makes of columns by itself is right; Sequelize's own reading takes a moment for each date.
  typeCast: true,
  dateStrings: ['DATE'],
  connectTimeout: 10_000,
  // Statements of a transaction travel together (send-together.ts); values never stand in a statement unescaped (sql.ts).
  multipleStatements: true,
};

/**
 * Opens the pool of this process. Connections are made when first needed.
 * @param url mysql://user:password@host:port/name
 * @param poolSize most connections at a time.
 */
export function connectDatabase(url: string, poolSize = 20): Sequelize {
  current = new Sequelize(url, {
    dialect: 'mysql',
    // Sequelize would look for it by its name, beside itself; the build has both in one file.
    dialectModule: mysql2,
    dialectOptions: DIALECT_OPTIONS,
    timezone: '+00:00',
    logging: false,
    pool: { max: poolSize, min: 1, idle: 30_000, acquire: 30_000 },
    define: { underscored: true, timestamps: false },
    hooks: { afterConnect: prepareSession },
  });
  sendTogether(current);
  initModels(current);
  return current;
}

/**
 * READ COMMITTED for all that a connection does: rows are locked one by one, without gaps, so that neighbours do not
 * wait for each other. Strict whatever the server's own mode is: a value that does not fit is an error and not another
 * value. Said once a connection and not once a transaction.
 */
const SESSION =
  "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED; SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'";

function prepareSession(connection: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    (connection as Connection).query(SESSION, (error) => (error ? reject(error) : resolve()));
  });
}

/** The pool opened by `connectDatabase`. */
export function database(): Sequelize {
  if (!current) throw new Error('connectDatabase() has not been called in this process');
  return current;
}

/** Closes the pool; waits for statements under way. */
export async function closeDatabase(): Promise<void> {
  const closing = current;
  current = undefined;
  await closing?.close();
}
