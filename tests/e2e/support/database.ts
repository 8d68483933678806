import mysql, { type RowDataPacket } from 'mysql2/promise';
import { inject } from 'vitest';

/** Queries the database of the application under test directly, as an auditor would. */
export async function ask<Row extends object>(sql: string, values: string[]): Promise<Row[]> {
  const connection = await mysql.createConnection(inject('databaseUrl'));
  try {
    const [rows] = await connection.query<(Row & RowDataPacket)[]>(sql, values);
    return rows;
  } finally {
    await connection.end();
  }
}

/** The balance of an account in micro-dollars. */
export async function balanceOf(email: string): Promise<number> {
  const sql =
    'SELECT a.balance_micro AS micro FROM accounts a JOIN users u ON u.id = a.user_id WHERE u.email = ?';
  const [row] = await ask<{ micro: string }>(sql, [email]);
  return Number(row?.micro);
}
