import type { Connection, ResultSetHeader, RowDataPacket } from 'mysql2';
import { noteRefusal } from './errors.ts';

/** Rows of what reads, counts of what changes. */
export type Answer = RowDataPacket[] | ResultSetHeader;

/**
 * Sends one statement, or several with `;` between them.
 * @param onChanged hears of each statement that changes rows as soon as it is done, with the answers so far, its own the
 *   last: of a transaction that is sent as a whole all is known before its commit, which waits for the disk
 * @returns an answer for each statement
 * @throws QueryError of the first statement that failed, later ones did not run; or of a connection that was lost
 */
export function send(
  connection: Connection,
  sql: string,
  onChanged?: (answers: readonly Answer[]) => void,
): Promise<Answer[]> {
  return new Promise((resolve, reject) => {
    const answers: Answer[] = [];
    /** Of the statement that is being answered; null where it changes rows. */
    let rows: RowDataPacket[] | null = null;
    const fail = (error: Error) => {
      connection.off('error', fail);
      noteRefusal(error);
      reject(error);
    };
    // A statement without a callback is told of its own errors; that the connection is lost, only the connection says.
    connection.on('error', fail);
    connection
      .query(sql)
      .on('fields', (columns: unknown) => {
        rows = columns ? [] : null;
        if (rows) answers.push(rows);
      })
      .on('result', (one: RowDataPacket | ResultSetHeader) => {
        if (rows) return void rows.push(one as RowDataPacket);
        answers.push(one as ResultSetHeader);
        onChanged?.(answers);
      })
      .on('error', fail)
      .on('end', () => {
        connection.off('error', fail);
        resolve(answers);
      });
  });
}
