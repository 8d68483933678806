import mysql, { type RowDataPacket } from 'mysql2/promise';
import type { SeenRequest } from '#app/sandbox/providers/record.ts';
import type { Application } from '#tests/setup/start-application.ts';

/** The number of replies in each phase at a fault. */
export interface Phases {
  queued: number;
  beforeFirstToken: number;
  midStream: number;
  /** The provider has sent everything, and the row is not closed yet. */
  inSettle: number;
}

/** Counts the replies that have not ended. Their texts identify them, so no two of a round may be equal. */
export async function countPhases(application: Application): Promise<Phases> {
  const said = await answeredTexts(application.sandboxUrl);
  const connection = await mysql.createConnection(application.databaseUrl);
  try {
    const [rows] = await connection.query<
      ({ state: string; begun: number; text: string } & RowDataPacket)[]
    >(`
      SELECT g.state, g.first_token_at IS NOT NULL AS begun, q.text
      FROM generations g JOIN messages q ON q.id = g.prompt_message_id
      WHERE g.target = 'message' AND g.state IN ('queued', 'running')`);
    const phases: Phases = { queued: 0, beforeFirstToken: 0, midStream: 0, inSettle: 0 };
    for (const { state, begun, text } of rows) {
      if (state === 'queued') phases.queued += 1;
      else if (said.has(text)) phases.inSettle += 1;
      else if (begun) phases.midStream += 1;
      else phases.beforeFirstToken += 1;
    }
    return phases;
  } finally {
    await connection.end();
  }
}

/** The messages that the provider has answered to the end. */
async function answeredTexts(sandboxUrl: string): Promise<Set<string>> {
  const response = await fetch(`${sandboxUrl}/_sandbox/requests`);
  const requests = (await response.json()) as SeenRequest[];
  return new Set(
    requests.flatMap(({ answeredAt, body }) => {
      const asked = (body as { messages?: { content: unknown }[] } | null)?.messages?.at(-1)?.content;
      return answeredAt !== null && typeof asked === 'string' ? [asked] : [];
    }),
  );
}

/**
 * Locks every account, so that settles wait at the beginning of their transaction: a fault then hits settling
 * replies for certain, and not once in a hundred rounds.
 * @returns a function that releases them; harmless if the database has died meanwhile
 */
export async function holdSettles({ databaseUrl }: Application): Promise<() => Promise<void>> {
  const connection = await mysql.createConnection(databaseUrl);
  connection.on('error', () => undefined);
  await connection.beginTransaction();
  await connection.query('SELECT id FROM accounts ORDER BY id FOR UPDATE');
  return () =>
    connection.rollback().then(
      () => connection.end(),
      () => connection.destroy(),
    );
}
