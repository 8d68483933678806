import mysql, { type RowDataPacket } from 'mysql2/promise';
import { inject } from 'vitest';

/** Asks the database of the application under test, as an auditor would: beside the application. */
export async function ask<Row extends object>(sql: string, values: string[]): Promise<Row[]> {
  const connection = await mysql.createConnection(inject('databaseUrl'));
  try {
    const [rows] = await connection.query<(Row & RowDataPacket)[]>(sql, values);
    return rows;
  } finally {
    await connection.end();
  }
}
