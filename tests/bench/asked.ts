import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { createClient } from 'redis';

/** What the stores of a target have been asked so far, from whichever process. */
export interface Asked {
  statements: number;
  /** Those that scripts give inside Redis count too. */
  commands: number;
}

/** Connections of the bench's own that read how much MariaDB and Redis were asked. */
export async function watchStores({ databaseUrl, redisUrl }: { databaseUrl: string; redisUrl: string }) {
  const database: Connection = await createConnection(databaseUrl);
  const redis = createClient({ url: redisUrl });
  await redis.connect();
  return {
    async asked(): Promise<Asked> {
      const [[row]] = await database.query<RowDataPacket[]>("SHOW GLOBAL STATUS LIKE 'Questions'");
      const commands = /^total_commands_processed:(\d+)/m.exec(await redis.info('stats'))?.[1];
      return { statements: Number(row!.Value), commands: Number(commands) };
    },
    async close(): Promise<void> {
      await database.end();
      await redis.close();
    },
  };
}
