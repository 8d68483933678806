import type { Connection, ResultSetHeader, RowDataPacket } from 'mysql2';
import { noteRefusal } from './errors.ts';

/** Rows of a read, counts of a write. */
export type Answer = RowDataPacket[] | ResultSetHeader;

/**
 * Sends one statement, or several separated by `;`.
 * @param onChanged called after each statement that changes rows, with the answers so far, its own last: for
 * a transaction in one packet, all results are known before its commit, which waits for the disk
 * @returns an answer for each statement
 * @throws QueryError of the first statement that failed, later ones did not run; or of a connection that was
 * lost
 */
export function send(
  connection: Connection,
  sql: string,
  onChanged?: (answers: readonly Answer[]) => void,
): Promise<Answer[]> {
  return new Promise((resolve, reject) => {
    const answers: Answer[] = [];
    /** Rows of the current statement; null if it changes rows. */
    let rows: RowDataPacket[] | null = null;
    const fail = (error: Error) => {
      connection.off('error', fail);
      noteRefusal(error);
      reject(error);
    };
    // A query without a callback emits only its own errors; the loss of the connection is emitted only by the
    // connection.
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
