import type { Connection, ResultSetHeader, RowDataPacket } from 'mysql2';

export type Answer = RowDataPacket[] | ResultSetHeader;

/**
 * Sends one statement, or several with `;` between them, and gives what the database answers.
 * @param onDone hears of each statement that changes rows as soon as it is done, with the answers so far, its own the
 *   last: of a transaction that is sent as a whole all is known before its commit, which waits for the disk
 * @throws QueryError of the first statement that failed; later ones did not run
 */
export function send(
  connection: Connection,
  sql: string,
  onDone?: (answers: readonly Answer[]) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const query = connection.query<Answer>(sql, (error, answer) => (error ? reject(error) : resolve(answer)));
    if (!onDone) return;
    // Where the driver gathers the answers. Its own events bring them, too, but not to who must hear of lost connections.
    const { _rows: answers } = query as unknown as { _rows: Answer[] };
    // Comes once for each statement: with its columns, and with none where rows were changed.
    query.on('fields', (columns: unknown) => {
      if (!columns) onDone(answers);
    });
  });
}
