import mysql, { type RowDataPacket } from 'mysql2/promise';

/** How a generation ended. */
export interface End {
  state: string;
  /** Micro-dollars. */
  charged: string;
  characters: number;
  attempt: number;
  /** Number of titles requested for its conversation. */
  titles: number;
}

/** Every generation's end, by its id. */
export async function readEnds(databaseUrl: string): Promise<Map<string, End>> {
  const connection = await mysql.createConnection({
    uri: databaseUrl,
    supportBigNumbers: true,
    bigNumberStrings: true,
  });
  try {
    const [rows] = await connection.query<(End & { id: string } & RowDataPacket)[]>(`
      SELECT g.id, g.state, g.charged_micro AS charged, CHAR_LENGTH(m.text) AS characters, g.attempt,
        (SELECT COUNT(*) FROM generations t
         WHERE t.target = 'title' AND t.conversation_id = g.conversation_id) AS titles
      FROM generations g LEFT JOIN messages m ON m.id = g.reply_message_id`);
    return new Map(rows.map((row) => [row.id, row]));
  } finally {
    await connection.end();
  }
}
