import mysql from 'mysql2/promise';
import { connectDatabase } from '#db/client.ts';
import { migrator } from '#db/schema.ts';
import { change, selectRows } from '#db/sql.ts';
import { AUTOCOMMIT } from '#db/transaction.ts';

/**
 * Connects this process to a database of the server, which is created if it does not exist, and migrates it.
 */
export async function openDatabase(serverUrl: string, name: string): Promise<void> {
  const connection = await mysql.createConnection(serverUrl);
  await connection.query(
    `CREATE DATABASE IF NOT EXISTS \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
  );
  await connection.end();
  connectDatabase(`${serverUrl}${name}`);
  await migrator().up();
}

/** The statement that empties all tables; it is the same for every database of a test. */
let emptying: Promise<string> | undefined;

/** Empties every table of the connected database; the schema stays. For `beforeEach`. */
export async function emptyTables(): Promise<void> {
  emptying ??= writeEmptying();
  await change(AUTOCOMMIT, await emptying);
}

async function writeEmptying(): Promise<string> {
  const tables = await selectRows<{ name: string }>(
    AUTOCOMMIT,
    `SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = DATABASE() AND table_name <> 'schema_migrations'`,
  );
  // DELETE is faster than TRUNCATE on small tables.
  return `BEGIN NOT ATOMIC ${tables.map(({ name }) => `DELETE FROM \`${name}\`;`).join(' ')} END`;
}
