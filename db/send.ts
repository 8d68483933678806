import type { Connection, ResultSetHeader, RowDataPacket } from 'mysql2';

export type Answer = RowDataPacket[] | ResultSetHeader;

/** Sends one statement, or several with `;` between them, and gives what the database answers. @throws QueryError */
export function send(connection: Connection, sql: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    connection.query<Answer>(sql, (error, answer) => (error ? reject(error) : resolve(answer)));
  });
}
