import mysql, { type RowDataPacket } from 'mysql2/promise';

/** How a generation ended. */
export interface End {
  state: string;
  /** Micro-dollars. */
  charged: string;
  characters: number;
  attempt: number;
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
      SELECT g.id, g.state, g.charged_micro AS charged, CHAR_LENGTH(m.text) AS characters, g.attempt
      FROM generations g LEFT JOIN messages m ON m.id = g.reply_message_id`);
    return new Map(rows.map((row) => [row.id, row]));
  } finally {
    await connection.end();
  }
}
