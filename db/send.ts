import type { Connection, ResultSetHeader, RowDataPacket } from 'mysql2';

export type Answer = RowDataPacket[] | ResultSetHeader;

/**
 * Sends one statement, or several with `;` between them, and gives what the database answers.
 * @param onDone hears the place of each statement that changes rows as soon as it is done: of a transaction that is sent
 *   as a whole all is known before its commit, which waits for the disk
 * @throws QueryError of the first statement that failed; later ones did not run
 */
export function send(connection: Connection, sql: string, onDone?: (place: number) => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const query = connection.query<Answer>(sql, (error, answer) => (error ? reject(error) : resolve(answer)));
    if (!onDone) return;
    let place = 0;
    // Comes once for each statement: with its columns, and with none where rows were changed.
    query.on('fields', (columns: unknown) => {
      if (!columns) onDone(place);
      place += 1;
    });
  });
}
